import { Parser } from 'htmlparser2'

/** How many bytes of a page are searched for its charset declaration; the HTML standard requires 1024. */
const PRESCAN_BYTES = 4096

/**
 * Decodes a text. The charset is that of the byte order mark, else of the Content-Type header, else what an HTML page
 * declares, else UTF-8, or windows-1252 if the bytes are not valid UTF-8. Unknown charsets are ignored, and NUL is
 * dropped. Never throws.
 */
export function decodeText(
  body: Uint8Array,
  options: { charset: string | undefined; isHtml: boolean },
): string {
  const decoder =
    decoderByMark(body) ??
    decoderOf(options.charset) ??
    (options.isHtml ? decoderOf(declaredCharset(body)) : undefined) ??
    new TextDecoder(isUtf8Beginning(body) ? 'utf-8' : 'windows-1252')
  // Streaming, since the body may be cut within a character. Browsers drop NUL as well (HTML §13.2.6.4).
  return decoder.decode(body, { stream: true }).replaceAll('\0', '')
}

function decoderByMark(body: Uint8Array): TextDecoder | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return new TextDecoder('utf-8')
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be')
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le')
  return undefined
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

function isUtf8Beginning(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true })
    return true
  } catch {
    return false
  }
}

function declaredCharset(body: Uint8Array): string | undefined {
  const beginning = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1')
  let label = /^\s*<\?xml\s[^>]*?encoding=["']([\w:.-]+)/.exec(beginning)?.[1]
  const parser = new Parser({
    onopentag(name, { charset, content, 'http-equiv': header }) {
      if (name !== 'meta' || label) return
      if (charset) label = charset
      else if (header?.toLowerCase() === 'content-type') {
        label = /charset\s*=\s*["']?([\w:.-]+)/i.exec(content ?? '')?.[1]
      }
    },
  })
  parser.end(beginning)
  // A page whose declaration can be read as ASCII is not UTF-16 (HTML §13.2.3.2).
  return label && /^\s*utf-?16/i.test(label) ? 'utf-8' : label
}
