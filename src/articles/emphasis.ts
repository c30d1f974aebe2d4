import type TurndownService from 'turndown'
import type { MarkupNode } from './markup-node.ts'

const STRONG = ['STRONG', 'B']
const EMPHASIS = ['EM', 'I', 'CITE', 'DFN', 'VAR']
const STRUCK = ['DEL', 'S', 'STRIKE']

/**
 * Teaches turndown to write emphasis only where a reader of CommonMark (§6.2) sees its marks as such: not around nothing,
 * not within the same, not twice side by side, and not where a letter stands before them and a mark within.
 */
export function addEmphasis(turndown: TurndownService): void {
  for (const [names, mark] of [
    [STRONG, '**'],
    [EMPHASIS, '*'],
    [STRUCK, '~~'],
  ] as const) {
    turndown.addRule(`emphasis ${mark}`, {
      filter: ({ nodeName }) => names.includes(nodeName),
      replacement: (content, node) => emphasise(content, node as unknown as MarkupNode, { names, mark }),
    })
  }
}

function emphasise(
  content: string,
  node: MarkupNode,
  { names, mark }: { names: readonly string[]; mark: string },
): string {
  const text = content.trim()
  // Blocks and headings have marks of their own.
  if (text === '' || text.includes('\n\n') || isWithin(node, names)) return content
  const [, before = '', inner = '', after = ''] = /^((?:\s|\\\n)*)(.*?)((?:\s|\\\n)*)$/s.exec(content) ?? []
  if (inner === '') return content
  const isOpen = before !== '' || canStand(lastOf(textBefore(node)), inner.replace(/^[*~_]+/, '')[0] ?? '')
  const isShut = after !== '' || canStand(textAfter(node)[0] ?? '', lastOf(inner.replace(/[*~_]+$/, '')))
  if (!isOpen || !isShut) return content
  return `${before}${mark}${inner}${mark}${after}`
}

/** Whether a mark between these characters is read as one: `outer` is beside the element, `inner` in it. */
function canStand(outer: string, inner: string): boolean {
  return outer === '' || /[\s\p{P}\p{S}]/u.test(outer) || !/[\p{P}\p{S}]/u.test(inner)
}

function isWithin(node: MarkupNode, names: readonly string[]): boolean {
  for (let parent = node.parentNode; parent; parent = parent.parentNode) {
    if (names.includes(parent.nodeName) || (/^H[1-6]$/.test(parent.nodeName) && names === STRONG)) return true
  }
  return false
}

function textBefore(node: MarkupNode): string {
  return node.previousSibling?.nodeName === 'BR' ? '' : (node.previousSibling?.textContent ?? '')
}

function textAfter(node: MarkupNode): string {
  return node.nextSibling?.nodeName === 'BR' ? '' : (node.nextSibling?.textContent ?? '')
}

function lastOf(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? ''
}
