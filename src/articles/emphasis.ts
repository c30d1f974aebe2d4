import type TurndownService from 'turndown'
import type { MarkupNode } from './markup-node.ts'

const STRONG = ['STRONG', 'B']
const EMPHASIS = ['EM', 'I', 'CITE', 'DFN', 'VAR']
const STRUCK = ['DEL', 'S', 'STRIKE']

/**
 * Makes turndown write emphasis only where CommonMark (§6.2) recognises its delimiters: not around nothing, not
 * nested in the same emphasis, not twice in a row, and not between a letter and punctuation.
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
  // Blocks and headings get their own delimiters.
  if (text === '' || text.includes('\n\n') || isWithin(node, names)) return content
  const [, before = '', inner = '', after = ''] = /^((?:\s|\\\n)*)(.*?)((?:\s|\\\n)*)$/s.exec(content) ?? []
  if (inner === '') return content
  const isOpen =
    before !== '' || isRecognised(lastOf(textBefore(node)), inner.replace(/^[*~_]+/, '')[0] ?? '')
  const isShut = after !== '' || isRecognised(textAfter(node)[0] ?? '', lastOf(inner.replace(/[*~_]+$/, '')))
  if (!isOpen || !isShut) return content
  return `${before}${mark}${inner}${mark}${after}`
}

/** Whether a delimiter between these characters is recognised: `outer` is outside the element, `inner` inside. */
function isRecognised(outer: string, inner: string): boolean {
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
