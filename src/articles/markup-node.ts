/** What the Markdown rules read of turndown's nodes, whose types need those of a browser. */
export type MarkupNode = {
  nodeName: string
  nodeType: number
  textContent: string
  parentNode: MarkupNode | null
  firstChild: MarkupNode | null
  previousSibling: MarkupNode | null
  nextSibling: MarkupNode | null
  getAttribute(name: string): string | null
  getElementsByTagName(name: string): { length: number }
}
