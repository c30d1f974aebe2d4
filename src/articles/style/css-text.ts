/** Signs of CSS that end a part of it, or begin one in which they don't. */
const [QUOTE, APOSTROPHE, BACKSLASH, SLASH, STAR] = [34, 39, 92, 47, 42]
const [OPEN, CLOSE, OPEN_SQUARE, CLOSE_SQUARE, OPEN_CURLY, CLOSE_CURLY] = [40, 41, 91, 93, 123, 125]

/** All that is more than a part of a word, by its code. */
const IS_SIGN = new Uint8Array(128)
for (const sign of '"\'\\/()[]{};') IS_SIGN[sign.charCodeAt(0)] = 1

/** The end of a name that makes what is in its brackets an address, escapes included. */
const ADDRESS = /(?:^|[^\w\\-])(?:u|\\0{0,4}[57]5\s?)(?:r|\\0{0,4}[57]2\s?)(?:l|\\0{0,4}[46]c\s?)$/i
const LONGEST_ADDRESS = 32

/**
 * The place of the first of some signs that is in no brackets, text, address or comment, as CSS Syntax 3 has them;
 * the length where there is none. Time is linear.
 */
export function findSign(css: string, from: number, wanted: string): number {
  const closing: number[] = []
  for (let at = from; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code >= 128 || IS_SIGN[code] === 0) continue
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
        at = endOfText(css, at, code)
        break
      case OPEN:
        if (isAddress(css, at)) at = endOfAddress(css, at)
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

/** The place after a comment that begins here. */
export function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from + 2)
  return end < 0 ? css.length : end + 2
}

/** The place of its closing sign, or of the line's end, which ends it too. */
function endOfText(css: string, from: number, quote: number): number {
  for (let at = from + 1; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === quote || code === 10 || code === 12 || code === 13) return at
    if (code === BACKSLASH) at += 1
  }
  return css.length
}

/** Whether these brackets hold an address without quotes, in which other signs mean nothing. */
function isAddress(css: string, open: number): boolean {
  const before = css.charCodeAt(open - 1) | 32
  // `l`, the end of an escaped one, or the space after that.
  if (before !== 108 && before !== 99 && before !== 32) return false
  if (!ADDRESS.test(css.slice(Math.max(0, open - LONGEST_ADDRESS), open))) return false
  let at = open + 1
  while (isSpace(css.charCodeAt(at))) at += 1
  const first = css.charCodeAt(at)
  return first !== QUOTE && first !== APOSTROPHE
}

function endOfAddress(css: string, open: number): number {
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

/** A text without its comments. */
export function withoutComments(css: string): string {
  return css.includes('/*') ? css.replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, ' ') : css
}

/** A name or a value as it is meant: with the characters that escapes stand for. */
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
