import { type Declarations, readDeclarations, withoutComments } from './declarations.ts'

/** The plain rules of a page's own style sheets: those of one class, one id, or of the whole page. */
export type StyleSheet = {
  /** What they say of an element with these attributes; of `html` and `body` by name. */
  styleOf(name: string, attributes: Record<string, string>): Declarations
  /** Whether no other rule, of the page or from elsewhere, may give something a background. */
  isWhole: boolean
}

/** UTF-16 units of all style sheets, and rules read of them. */
const MAX_LENGTH = 300_000
const MAX_RULES = 5000
/** Classes of one element that are looked up. */
const MAX_CLASSES = 20

const PLAIN = /^(?:[.#][\w-]{1,100}|html|body|:root)$/
const MENTIONED = /[.#][\w-]{1,100}/g
const LINK = /<link\b[^>]{0,500}\bstylesheet/i

/** Reads the style elements of a page. What other rules mention too is left out: they, or a script, may show it. */
export function readStyleSheet(html: string): StyleSheet {
  const rules = new Map<string, Declarations>()
  const mentioned = new Set<string>()
  const css = styleTextOf(html)
  let isWhole = !LINK.test(html) && !/@import/i.test(css)
  let count = 0
  for (const { selector, body } of rulesIn(css)) {
    if (++count > MAX_RULES) break
    for (const part of selector.split(',')) {
      const name = part.trim()
      if (PLAIN.test(name)) {
        const known = rules.get(name) ?? new Map<string, string>()
        for (const [property, value] of readDeclarations(body)) known.set(property, value)
        rules.set(name, known)
        continue
      }
      for (const [found] of name.matchAll(MENTIONED)) mentioned.add(found)
      if (/background/i.test(body)) isWhole = false
    }
  }
  for (const name of mentioned) rules.delete(name)

  return {
    isWhole,
    styleOf(name, { class: className = '', id }) {
      const style: Declarations = new Map()
      if (rules.size === 0) return style
      const classes = className.split(/\s+/, MAX_CLASSES).map((one) => `.${one}`)
      const names = [...(name === 'html' ? [':root'] : []), name, ...classes, ...(id ? [`#${id}`] : [])]
      for (const key of names)
        for (const [property, value] of rules.get(key) ?? []) style.set(property, value)
      return style
    },
  }
}

function styleTextOf(html: string): string {
  let text = ''
  const start = /<style\b[^>]{0,500}>/gi
  for (let found = start.exec(html); found && text.length < MAX_LENGTH; found = start.exec(html)) {
    const end = html.indexOf('</', start.lastIndex)
    if (end < 0) break
    text += `${html.slice(start.lastIndex, Math.min(end, start.lastIndex + MAX_LENGTH))}\n`
    start.lastIndex = end
  }
  return withoutComments(text)
}

/** Rules that count everywhere; one inside of another (of media, of nesting) counts as one that mentions its names. */
function* rulesIn(css: string): Generator<{ selector: string; body: string }> {
  let depth = 0
  let start = 0
  let selector = ''
  for (const { 0: brace, index } of css.matchAll(/[{};]/g)) {
    if (brace === '{') {
      // What stands around it says when it counts.
      selector = `${depth > 0 ? '@ ' : ''}${css.slice(start, index).trim()}`
      depth += 1
    } else if (brace === '}') {
      if (selector !== '') yield { selector, body: css.slice(start, index) }
      selector = ''
      depth = Math.max(0, depth - 1)
    } else if (selector !== '') continue
    start = index + 1
  }
}
