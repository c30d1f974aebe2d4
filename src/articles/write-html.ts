import { type Node, TEXT_NODE } from './dom.ts'
import { escapeText } from './escape-text.ts'

const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'])

/** Writes a node as markup. */
export function writeHtml(node: Node): string {
  if (node.nodeType === TEXT_NODE) return escapeText(node.textContent)
  let html = `<${node.localName}`
  for (const name of node.attributeNames()) html += ` ${name}="${escapeText(node.getAttribute(name)!)}"`
  html += '>'
  return VOID.has(node.localName) ? html : `${html}${node.innerHTML}</${node.localName}>`
}
