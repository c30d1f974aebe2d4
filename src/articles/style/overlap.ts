import type { Style } from './cascade.ts'
import type { PageNode } from './outline.ts'
import type { Rule } from './style-sheet.ts'

const MOVING = ['margin-top', 'margin-left', 'margin-bottom', 'transform', 'translate', 'top', 'bottom']

/** Whether there is an image that an element may stand upon. */
export function mayStandOver({ parent }: PageNode): boolean {
  return parent?.hasGraphics === true || parent?.parent?.hasGraphics === true
}

/** Whether an element may stand upon an image beside it, so that what lies behind its text is not known. */
export function standsOver(node: PageNode, style: Style): boolean {
  if (!mayStandOver(node)) return false
  const isPlaced = /^(?:absolute|fixed|relative|sticky)$/.test(style.get('position')?.value ?? '')
  return isPlaced || MOVING.some((name) => style.has(name))
}

/** Whether it lies behind what follows it in the same element, or may do so. */
export function isBackdrop(style: Style): boolean {
  if (!/^(?:absolute|fixed)$/.test(style.get('position')?.value ?? '')) return false
  return style.has('background-color') || style.has('background-image')
}

/** Whether something is painted before or after the text of an element that may lie behind it. */
export function hasDrawnBefore(rules: Rule[]): boolean {
  return rules.some(
    ({ selector, normal, important }) =>
      selector.isOfPseudoElement &&
      [...normal, ...important].some(({ name }) => name.startsWith('background')),
  )
}
