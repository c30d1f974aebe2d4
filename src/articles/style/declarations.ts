import { ident } from 'css-tree/utils'
import { LRUCache } from 'lru-cache'
import { type CssNode, parseCss } from './parse-css.ts'
import { knownName } from './shorthand.ts'
import { normaliseValue } from './values.ts'

/** A declaration of a property that says something about what is seen, shorthands included. */
export type Declaration = { name: string; value: string }

/** Those of a rule or a `style` attribute in their order, by their weight. */
export type Block = { normal: Declaration[]; important: Declaration[] }

export const NO_DECLARATIONS: Block = { normal: [], important: [] }

/** UTF-16 units of an attribute that is remembered. */
const MAX_REMEMBERED = 500
const remembered = new LRUCache<string, Block>({ max: 2000 })

/** Reads a `style` attribute. */
export function readStyleAttribute(style: string): Block {
  const known = remembered.get(style)
  if (known) return known
  const block = readBlock(parseCss(style, 'declarationList'))
  if (style.length <= MAX_REMEMBERED) remembered.set(style, block)
  return block
}

/** The declarations among the children of a block. */
export function readBlock(children: Iterable<CssNode>): Block {
  const block: Block = { normal: [], important: [] }
  for (const { type, property, value, important } of children) {
    if (type !== 'Declaration' || property === undefined || typeof value !== 'object') continue
    const name = knownName(property.includes('\\') ? ident.decode(property) : property)
    if (name === undefined) continue
    const text = normaliseValue(value.value ?? '')
    if (text === '' && !name.startsWith('--')) continue
    block[important ? 'important' : 'normal'].push({ name, value: text })
  }
  return block
}
