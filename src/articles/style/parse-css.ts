import { decodeEscapes, endOfComment, findSign, isSpace, withoutComments } from './css-text.ts'

/** What stands before a block, and what is in it; at-rules have their name, and may have no block. */
export type CssRule = { atName: string | undefined; prelude: string; block: string | undefined }

/** What is told of CSS, in its order. */
export type CssReader = {
  /** `name` in lower case, escapes decoded; `value` as it was written. */
  declaration?(name: string, value: string, isImportant: boolean): void
  rule?(rule: CssRule): void
}

const SEMICOLON = 59
const AT_SIGN = 64
const AT_NAME = /@((?:[\w-]|\\[^\n]|[^\0-\x7f])*)/y
const NAME = /^[a-z_-](?:[\w-]|[^\0-\x7f])*$/i

/** Reads a style sheet as a browser does, which skips what it can't read. */
export function readRules(css: string, reader: CssReader): void {
  read(css, reader, true)
}

/** Reads what is in a block, or in a `style` attribute: declarations, and rules among them. */
export function readContents(css: string, reader: CssReader): void {
  read(css, reader, false)
}

function read(css: string, reader: CssReader, isSheet: boolean): void {
  let at = 0
  for (;;) {
    at = skipToNext(css, at, isSheet)
    if (at >= css.length) return
    if (css.charCodeAt(at) === AT_SIGN) at = readAtRule(css, at, reader)
    else at = isSheet ? readRule(css, at, reader) : readItem(css, at, reader)
  }
}

function skipToNext(css: string, from: number, isSheet: boolean): number {
  let at = from
  for (;;) {
    const code = css.charCodeAt(at)
    if (isSpace(code) || (code === SEMICOLON && !isSheet)) at += 1
    else if (code === 47 && css[at + 1] === '*') at = endOfComment(css, at)
    else if (isSheet && css.startsWith('<!--', at)) at += 4
    else if (isSheet && css.startsWith('-->', at)) at += 3
    else return at
  }
}

function readAtRule(css: string, from: number, reader: CssReader): number {
  AT_NAME.lastIndex = from
  const [whole, name] = AT_NAME.exec(css)!
  const atName = decodeEscapes(name!).toLowerCase()
  const open = findSign(css, from + whole.length, '{;')
  const prelude = preludeOf(css, from + whole.length, open)
  if (css[open] !== '{') {
    reader.rule?.({ atName, prelude, block: undefined })
    return open + 1
  }
  const close = findSign(css, open + 1, '}')
  reader.rule?.({ atName, prelude, block: css.slice(open + 1, close) })
  return close + 1
}

/** Reads a rule up to its end, or what has no block up to the sign that ends it. */
const ruleReader =
  (wanted: string) =>
  (css: string, from: number, { rule }: CssReader): number => {
    const open = findSign(css, from, wanted)
    if (css[open] !== '{') return open + 1
    const close = findSign(css, open + 1, '}')
    rule?.({ atName: undefined, prelude: preludeOf(css, from, open), block: css.slice(open + 1, close) })
    return close + 1
  }
const readRule = ruleReader('{')
const readNestedRule = ruleReader('{;')

/** A declaration, or a rule within another. */
function readItem(css: string, from: number, reader: CssReader): number {
  let end = findSign(css, from, '{;')
  const isBlock = css[end] === '{'
  const head = css.slice(from, end)
  const colon = head.indexOf(':')
  const name = colon < 0 ? '' : decodeEscapes(withoutComments(head.slice(0, colon)).trim())
  if (isBlock) {
    // Only variables take a block; where it is all of another's value, that is none.
    const isVariable = name.startsWith('--')
    const isOnlyBlock = NAME.test(name) && head.slice(colon + 1).trim() === ''
    if (!isVariable && !isOnlyBlock) return readNestedRule(css, from, reader)
    end = findSign(css, from, ';')
    if (!isVariable) return end + 1
  }
  if (NAME.test(name)) readDeclaration(name, css.slice(from + colon + 1, end), reader)
  return end + 1
}

function readDeclaration(name: string, value: string, { declaration }: CssReader): void {
  if (!value.includes('!')) return declaration?.(name.toLowerCase(), value, false)
  const [, before, after] = /^([^]*)!([^!]*)$/.exec(withoutComments(value))!
  const isImportant = decodeEscapes(after!).trim().toLowerCase() === 'important'
  if (isImportant) declaration?.(name.toLowerCase(), before!, true)
  else if (name.startsWith('--') || /["'(]/.test(value)) declaration?.(name.toLowerCase(), value, false)
}

function preludeOf(css: string, from: number, to: number): string {
  return withoutComments(css.slice(from, to)).trim()
}
