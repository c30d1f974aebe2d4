/** Declarations of CSS by property, the last of each, in lower case and without `!important`. */
export type Declarations = Map<string, string>

/** UTF-16 units of one block; what comes later is not looked at. */
const MAX_LENGTH = 5000
const ESCAPE = /\\([\da-f]{1,6})\s?/g

/** Reads the declarations of a `style` attribute or of a rule. */
export function readDeclarations(css: string): Declarations {
  const declarations: Declarations = new Map()
  for (const part of unescape(withoutComments(css.slice(0, MAX_LENGTH).toLowerCase())).split(';')) {
    const colon = part.indexOf(':')
    if (colon < 0) continue
    const value = part
      .slice(colon + 1)
      .replace('!important', '')
      .replace(/\s+/g, ' ')
      .trim()
    declarations.set(part.slice(0, colon).trim(), value)
  }
  return declarations
}

/** One that is never closed reaches to the end, as in a browser. */
export function withoutComments(css: string): string {
  return css.includes('/*') ? css.replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, '') : css
}

function unescape(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(ESCAPE, (_, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code > 0 && code < 0x80 ? String.fromCharCode(code).toLowerCase() : ' '
  })
}
