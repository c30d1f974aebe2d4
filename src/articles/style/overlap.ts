import type { Style } from './cascade.ts'
import type { PageNode } from './outline.ts'
import type { Rule } from './style-sheet.ts'

const MOVING = ['margin-top', 'margin-left', 'margin-bottom', 'transform', 'translate', 'top', 'bottom']

/** Whether an element may be over an image. */
export function mayBeOverImage({ parent }: PageNode): boolean {
  return parent?.hasGraphics === true || parent?.parent?.hasGraphics === true
}

/** Whether an element may be over an image beside it, so that the background of its text is unknown. */
export function standsOver(node: PageNode, style: Style): boolean {
  if (!mayBeOverImage(node)) return false
  const isPlaced = /^(?:absolute|fixed|relative|sticky)$/.test(style.get('position')?.value ?? '')
  return isPlaced || MOVING.some((name) => style.has(name))
}

/** Whether an element is, or may be, behind what follows it in the same parent. */
export function isBackdrop(style: Style): boolean {
  if (!/^(?:absolute|fixed)$/.test(style.get('position')?.value ?? '')) return false
  return style.has('background-color') || style.has('background-image')
}

/** Whether an element has generated content that may be behind its text. */
export function mayPaintBehindText(rules: Rule[]): boolean {
  return rules.some(
    ({ selector, normal, important }) =>
      selector.selectsPseudoElement &&
      [...normal, ...important].some(({ name }) => name.startsWith('background')),
  )
}
