/** A file on disk or in a ZIP, which can be read from its beginning any number of times. */
export type LibraryFile = {
  name: string
  open(): AsyncIterable<Uint8Array>
}

/** How many bytes are read to detect the type and the encoding of a file. */
const HEAD_BYTES = 64 * 1024

/** The first bytes of a file, at most `HEAD_BYTES`. */
export async function readHead(file: LibraryFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of file.open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}

/** The text of a file, decoded with `encoding`. */
export async function* textOfFile(file: LibraryFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file.open()) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/**
 * The encoding of a file with this beginning: by its byte order mark, else UTF-8, or Windows-1252 if it isn't valid
 * UTF-8.
 */
export function detectEncoding(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  try {
    // The head may end within a character, which streaming allows.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
