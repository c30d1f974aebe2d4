import { LRUCache } from 'lru-cache'
import { type CssReader, readContents } from './parse-css.ts'
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
  const block: Block = { normal: [], important: [] }
  readContents(style, { declaration: declarationsInto(block) })
  if (style.length <= MAX_REMEMBERED) remembered.set(style, block)
  return block
}

/** Adds to a block what a declaration says about what is seen, if it does. */
export function declarationsInto(block: Block): NonNullable<CssReader['declaration']> {
  return (property, value, isImportant) => {
    const name = knownName(property)
    if (name === undefined) return
    const text = normaliseValue(value)
    if (text === '' && !name.startsWith('--')) return
    block[isImportant ? 'important' : 'normal'].push({ name, value: text })
  }
}
