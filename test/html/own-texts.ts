/** A piece of a module's source that may hold a text, with the line that it begins in. */
type Piece = { kind: 'markup' | 'literal'; text: string; line: number; before: string }

/** A value of the program stands here, so that its letters do not count. */
const VALUE = '\0'

/** Attributes whose value people see or hear. */
const SPOKEN = /\s(?:title|aria-label|aria-description|placeholder|alt|label)="([^"]*)"/g

/** Proper names, which every language writes alike. */
const SAME_EVERYWHERE =
  'Edge Opera Vivaldi Samsung_Internet Firefox Chrome Safari Android Windows Mac ChromeOS Linux'.split(' ')

/** The texts that a module holds itself, each after its line. Names of types, headers and code are none. */
export function ownTexts(source: string, isAsked: (piece: Piece) => boolean = () => true): string[] {
  return piecesOf(source)
    .filter(isAsked)
    .flatMap(({ kind, text, line }) =>
      (kind === 'markup' ? textsOf(text) : [text].filter(isText)).map((own) => `${line}: ${own.trim()}`),
    )
}

/** What a person would read of a piece of HTML; code is alike in every language. */
function textsOf(markup: string): string[] {
  const spoken = [...markup.matchAll(SPOKEN)].map(([, text]) => text!)
  const visible = markup
    .replace(/<(code|script|style)\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<!?[a-z/](?:"[^"]*"|[^">])*>/gi, VALUE)
  return [...spoken, ...visible.split(VALUE)].filter((text) => /\p{L}/u.test(text) && !isPath(text))
}

function isPath(text: string): boolean {
  return text.startsWith('/')
}

/** Whether a string of the program is a text: it begins as a sentence or a name does, or with a value. */
function isText(literal: string): boolean {
  return (
    /^(?:\p{Lu}\p{Ll}|\0 \p{Lu}?\p{Ll}.*[.!]$)/u.test(literal) &&
    !SAME_EVERYWHERE.includes(literal.replace(' ', '_'))
  )
}

/** What must not be mistaken for one another: comments, regular expressions, strings and templates. */
const TOKEN =
  /\/\/[^\n]*|\/\*.*?\*\/|(?<=[(,=:[!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`|[{}]/gs

/** The strings and templates of a source; the pieces within a template's values come on their own. */
function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = []
  /** Open templates, and between them the braces that are open within a value. */
  const open: { start: number; text: string; braces: number }[] = []
  let at = 0
  const add = (kind: Piece['kind'], text: string, start: number) => {
    const line = source.slice(0, start).split('\n').length
    const before = source.slice(Math.max(0, start - 60), start)
    if (!/(?:from|import) $/.test(before)) pieces.push({ kind, text, line, before })
  }
  /** Reads on in a template, to its end or its next value. */
  const readTemplate = (): void => {
    const template = open.at(-1)!
    for (; at < source.length; at += 1) {
      if (source[at] === '\\') template.text += source[++at]
      else if (source[at] === '`') {
        at += 1
        open.pop()
        const isMarkup = /\bhtml$/.test(source.slice(0, template.start))
        return add(isMarkup ? 'markup' : 'literal', template.text, template.start)
      } else if (source.startsWith('${', at)) {
        at += 2
        template.text += VALUE
        template.braces = 1
        return
      } else template.text += source[at]
    }
  }
  while (at < source.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(source)
    if (!token) break
    at = token.index + token[0].length
    const template = open.at(-1)
    if (token[0] === '`') {
      open.push({ start: token.index, text: '', braces: 0 })
      readTemplate()
    } else if (token[0] === '{') {
      if (template) template.braces += 1
    } else if (token[0] === '}') {
      if (template && --template.braces === 0) readTemplate()
    } else if (/^['"]/.test(token[0])) add('literal', token[0].slice(1, -1), token.index)
  }
  return pieces
}
