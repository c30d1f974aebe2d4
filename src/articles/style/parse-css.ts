import { decodeEscapes, endOfComment, findCharacter, isSpace, withoutComments } from './css-text.ts'

/** A rule: the text before its block, and the block's content. An at-rule has a name, and may have no block. */
export type CssRule = { atName: string | undefined; prelude: string; block: string | undefined }

/** Receives the parts of CSS, in order. */
export type CssReader = {
  /** `name` is in lower case with escapes decoded, `value` as written. */
  declaration?(name: string, value: string, isImportant: boolean): void
  rule?(rule: CssRule): void
}

const SEMICOLON = 59
const AT_SIGN = 64
const AT_NAME = /@((?:[\w-]|\\[^\n]|[^\0-\x7f])*)/y
const NAME = /^[a-z_-](?:[\w-]|[^\0-\x7f])*$/i

/** Parses a style sheet as a browser does, skipping what is invalid. */
export function readRules(css: string, reader: CssReader): void {
  read(css, reader, true)
}

/** Parses the content of a block or of a `style` attribute: declarations and nested rules. */
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
  const open = findCharacter(css, from + whole.length, '{;')
  const prelude = preludeOf(css, from + whole.length, open)
  if (css[open] !== '{') {
    reader.rule?.({ atName, prelude, block: undefined })
    return open + 1
  }
  const close = findCharacter(css, open + 1, '}')
  reader.rule?.({ atName, prelude, block: css.slice(open + 1, close) })
  return close + 1
}

/** Returns a reader of one rule, up to the end of its block or to the character that ends it. */
const ruleReader =
  (wanted: string) =>
  (css: string, from: number, { rule }: CssReader): number => {
    const open = findCharacter(css, from, wanted)
    if (css[open] !== '{') return open + 1
    const close = findCharacter(css, open + 1, '}')
    rule?.({ atName: undefined, prelude: preludeOf(css, from, open), block: css.slice(open + 1, close) })
    return close + 1
  }
const readRule = ruleReader('{')
const readNestedRule = ruleReader('{;')

/** Reads a declaration or a nested rule. */
function readItem(css: string, from: number, reader: CssReader): number {
  let end = findCharacter(css, from, '{;')
  const isBlock = css[end] === '{'
  const head = css.slice(from, end)
  const colon = head.indexOf(':')
  const name = colon < 0 ? '' : decodeEscapes(withoutComments(head.slice(0, colon)).trim())
  if (isBlock) {
    // Only the value of a custom property may be a block.
    const isVariable = name.startsWith('--')
    const isOnlyBlock = NAME.test(name) && head.slice(colon + 1).trim() === ''
    if (!isVariable && !isOnlyBlock) return readNestedRule(css, from, reader)
    end = findCharacter(css, from, ';')
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
