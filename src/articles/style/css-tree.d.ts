/** The part of css-tree that is used: its own entry, since the whole also loads the syntax of every property. */
declare module 'css-tree/parser' {
  export type CssNode = {
    type: string
    name?: string
    property?: string
    important?: boolean | string
    prelude?: { value?: string } | null
    value?: string | { value?: string }
    block?: { children: Iterable<CssNode> } | null
    children?: Iterable<CssNode>
  }
  export default function parse(css: string, options: Record<string, unknown>): CssNode
}

declare module 'css-tree/utils' {
  export const ident: { decode(text: string): string }
}
