/** Characters of CSS that end a part of it, or begin a part in which others have no meaning. */
const [QUOTE, APOSTROPHE, BACKSLASH, SLASH, STAR] = [34, 39, 92, 47, 42]
const [OPEN, CLOSE, OPEN_SQUARE, CLOSE_SQUARE, OPEN_CURLY, CLOSE_CURLY] = [40, 41, 91, 93, 123, 125]

/** Whether the character with a code has a meaning beyond being part of a word. */
const IS_SPECIAL = new Uint8Array(128)
for (const sign of '"\'\\/()[]{};') IS_SPECIAL[sign.charCodeAt(0)] = 1

/** The end of a name, escapes included, after which the brackets contain a URL. */
const ADDRESS = /(?:^|[^\w\\-])(?:u|\\0{0,4}[57]5\s?)(?:r|\\0{0,4}[57]2\s?)(?:l|\\0{0,4}[46]c\s?)$/i
const LONGEST_ADDRESS = 32

/**
 * The index of the first of the wanted characters that is not inside brackets, a string, a URL or a comment (CSS
 * Syntax 3); the length if there is none. Takes linear time.
 */
export function findCharacter(css: string, from: number, wanted: string): number {
  const closing: number[] = []
  for (let at = from; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code >= 128 || IS_SPECIAL[code] === 0) continue
    if (closing.length === 0 && wanted.includes(css[at]!)) return at
    switch (code) {
      case BACKSLASH:
        at += 1
        break
      case SLASH:
        if (css.charCodeAt(at + 1) === STAR) at = endOfComment(css, at) - 1
        break
      case QUOTE:
      case APOSTROPHE:
        at = endOfString(css, at, code)
        break
      case OPEN:
        if (isUnquotedUrl(css, at)) at = endOfUrl(css, at)
        else closing.push(CLOSE)
        break
      case OPEN_SQUARE:
        closing.push(CLOSE_SQUARE)
        break
      case OPEN_CURLY:
        closing.push(CLOSE_CURLY)
        break
      default:
        if (closing.at(-1) === code) closing.pop()
    }
  }
  return css.length
}

/** The index after the comment that begins here. */
export function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from + 2)
  return end < 0 ? css.length : end + 2
}

/** The index of the closing quote, or of the end of the line, which ends a string as well. */
function endOfString(css: string, from: number, quote: number): number {
  for (let at = from + 1; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === quote || code === 10 || code === 12 || code === 13) return at
    if (code === BACKSLASH) at += 1
  }
  return css.length
}

/** Whether these brackets contain an unquoted URL, in which other characters have no meaning. */
function isUnquotedUrl(css: string, open: number): boolean {
  const before = css.charCodeAt(open - 1) | 32
  // The letter `l`, the end of an escaped one, or the space after that.
  if (before !== 108 && before !== 99 && before !== 32) return false
  if (!ADDRESS.test(css.slice(Math.max(0, open - LONGEST_ADDRESS), open))) return false
  let at = open + 1
  while (isSpace(css.charCodeAt(at))) at += 1
  const first = css.charCodeAt(at)
  return first !== QUOTE && first !== APOSTROPHE
}

function endOfUrl(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === CLOSE) return at
    if (code === BACKSLASH) at += 1
  }
  return css.length
}

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11)
}

/** CSS without its comments. */
export function withoutComments(css: string): string {
  return css.includes('/*') ? css.replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, ' ') : css
}

/** A name or value with its escapes decoded. */
export function decodeEscapes(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(
    /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\r\f])?|([^]))/gi,
    (_, code: string | undefined, sign: string) =>
      code === undefined ? sign : characterOf(Number.parseInt(code, 16)),
  )
}

function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? '\ufffd' : String.fromCodePoint(code)
}
