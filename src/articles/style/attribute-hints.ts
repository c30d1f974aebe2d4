import { readLegacyColour } from './colour.ts'
import type { Declaration } from './declarations.ts'
import type { PageNode } from './outline.ts'

const NOTHING: Declaration[] = []
const SIZES = ['10px', '13px', '16px', '18px', '24px', '32px', '48px']

/**
 * The declarations that browsers derive from an element and its attributes, before any style. `opened`: ids of the
 * elements that a button opens.
 */
export function attributeHints({ name, attributes }: PageNode, opened: ReadonlySet<string>): Declaration[] {
  const { bgcolor, background, color, text, size, hidden } = attributes
  const hints: Declaration[] = []
  if (name === 'mark')
    hints.push({ name: 'background-color', value: 'yellow' }, { name: 'color', value: 'black' })
  else if (name === 'a' && attributes['href'] !== undefined) hints.push({ name: 'color', value: '#0000ee' })
  else if (name === 'font' && color !== undefined)
    hints.push({ name: 'color', value: readLegacyColour(color) })
  else if (name === 'body' && text !== undefined) hints.push({ name: 'color', value: readLegacyColour(text) })
  else if (name === 'dialog' && attributes['open'] === undefined)
    hints.push({ name: 'display', value: 'none' })
  // It takes up space in a formula, but shows nothing.
  if (name === 'mphantom') hints.push({ name: 'display', value: 'none' })
  if (name === 'font' && size !== undefined && /^[1-7]$/.test(size))
    hints.push({ name: 'font-size', value: SIZES[Number(size) - 1]! })
  if (attributes['popover'] !== undefined && !opened.has(attributes['id'] ?? ''))
    hints.push({ name: 'display', value: 'none' })
  if (bgcolor !== undefined) hints.push({ name: 'background-color', value: readLegacyColour(bgcolor) })
  if (background !== undefined) hints.push({ name: 'background-image', value: 'url()' })
  if (hidden !== undefined && hidden !== 'until-found') hints.push({ name: 'display', value: 'none' })
  return hints.length === 0 ? NOTHING : hints
}
