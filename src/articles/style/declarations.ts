import { LRUCache } from 'lru-cache'
import { type CssReader, readContents } from './parse-css.ts'
import { knownName } from './shorthand.ts'
import { normaliseValue } from './values.ts'

/** A declaration of a property that affects visibility, shorthands included. */
export type Declaration = { name: string; value: string }

/** The declarations of a rule or a `style` attribute in order, by importance. */
export type Block = { normal: Declaration[]; important: Declaration[] }

export const NO_DECLARATIONS: Block = { normal: [], important: [] }

/** The longest attribute that is cached, in UTF-16 units. */
const MAX_REMEMBERED = 500
const remembered = new LRUCache<string, Block>({ max: 2000 })

/** Parses a `style` attribute. */
export function readStyleAttribute(style: string): Block {
  const known = remembered.get(style)
  if (known) return known
  const block: Block = { normal: [], important: [] }
  readContents(style, { declaration: declarationsInto(block) })
  if (style.length <= MAX_REMEMBERED) remembered.set(style, block)
  return block
}

/** Returns a handler that adds the declarations that affect visibility to a block. */
export function declarationsInto(block: Block): NonNullable<CssReader['declaration']> {
  return (property, value, isImportant) => {
    const name = knownName(property)
    if (name === undefined) return
    const text = normaliseValue(value)
    if (text === '' && !name.startsWith('--')) return
    block[isImportant ? 'important' : 'normal'].push({ name, value: text })
  }
}
