import parseTree, { type CssNode } from 'css-tree/parser'

export type { CssNode }

/** Parses CSS as a browser does, which skips what it can't read; selectors, conditions and values stay texts. */
export function parseCss(css: string, context: 'stylesheet' | 'declarationList'): Iterable<CssNode> {
  const options = {
    context,
    parseRulePrelude: false,
    parseAtrulePrelude: false,
    parseValue: false,
    parseCustomProperty: false,
  }
  return parseTree(css, options).children ?? []
}
