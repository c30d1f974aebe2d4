/** A file on disk or in a zip, which can be read from its beginning as often as is needed. */
export type LibraryFile = {
  name: string
  open(): AsyncIterable<Uint8Array>
}

/** The bytes by which the kind and the encoding of a file are told. */
const HEAD_BYTES = 64 * 1024

/** Its first bytes, at most `HEAD_BYTES`. */
export async function headOf(file: LibraryFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of file.open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}

/** Its text, decoded by its mark of byte order, as UTF-8, or as Windows-1252 where it is not UTF-8. */
export async function* textOfFile(file: LibraryFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file.open()) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** How the text of a file that begins so is encoded. */
export function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  try {
    // The head may end within a character, which a stream allows.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
