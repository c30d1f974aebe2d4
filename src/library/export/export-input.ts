import type { Seal } from '../../crypto/seal.ts'
import type { Database } from '../../database/database.ts'
import { Failure, type InputError } from '../../failure.ts'
import { type Fields, MAX_IDS, type RawInput } from '../../queue/input/field.ts'
import { isAddress } from '../../queue/input/list-value.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { parseSearch, SEARCH_FIELDS } from '../../queue/lists/search.ts'
import type { QueryContext } from '../../queue/search/query-context.ts'
import type { ExportFormat } from './export-format.ts'
import { EXPORT_NAMES, formatNamed } from './export-formats.ts'
import type { Extent } from './export-source.ts'
import { parseSince } from './export-cursor.ts'
import type { AccountId } from '../../ids.ts'

const { q, state, tag, site } = SEARCH_FIELDS

/** The parameters of an export, in all interfaces. */
export const EXPORT_FIELDS = {
  format: { kind: 'choice', title: 'Format', choices: EXPORT_NAMES },
  q,
  state: { ...state, hint: 'without it, everything that is not in the trash' },
  tag,
  site,
  items: {
    kind: 'ids',
    title: 'Items',
    hint: `up to ${MAX_IDS}: their ids or addresses; not together with a search`,
  },
  since: {
    kind: 'line',
    title: 'Only what changed since',
    hint: 'an instant, or what the link "next" of an earlier export says; 0 for everything at first',
    maxLength: 40,
  },
} as const satisfies Fields

/** Who exports, and from where. */
type ExportScope = { db: Database; seal: Seal; accountId: AccountId; queryContext: QueryContext }

/**
 * Parses the items and the format of an export. Throws `invalid_input`, also for an item that doesn't exist, and
 * `gone` for a version that the queue never had.
 */
export async function parseExport(
  { db, seal, accountId, queryContext }: ExportScope,
  raw: RawInput,
): Promise<{ format: ExportFormat; extent: Extent }> {
  const { format: name, items, since: sinceText, ...search } = parseInput(EXPORT_FIELDS, raw)
  const format = formatNamed(name)
  if (items !== undefined) {
    const others = ['q', 'state', 'tag', 'site', 'since'].filter((other) => raw[other])
    if (others.length > 0) throw new Failure('invalid_input', `Send "items" or "${others[0]}", not both.`)
    return { format, extent: { of: 'items', ids: await idsOf(db, accountId, items) } }
  }
  const since = sinceText === undefined ? undefined : await parseSince(db, accountId, sinceText)
  const isPlain = search.q === undefined && search.state === undefined
  const { filter } = parseSearch(isPlain ? { ...raw, state: 'all' } : raw, { accountId, seal, queryContext })
  return { format, extent: { of: 'list', filter, since } }
}

async function idsOf(db: Database, accountId: AccountId, given: string[]): Promise<string[]> {
  const items = itemsOf(db, accountId)
  const distinct = [...new Set(given)]
  const byAddress = await items.findByAddresses(distinct.filter(isAddress))
  const byId = await items.findAll(distinct.filter((id) => !isAddress(id)))
  const found = distinct.map((id) => byAddress.get(id) ?? byId.get(id))
  const errors = distinct.flatMap((id, index): InputError[] => {
    const detail = `There is no item ${id.slice(0, 100)} in this queue.`
    return found[index] ? [] : [{ pointer: `#/items/${given.indexOf(id)}`, detail }]
  })
  if (errors.length > 0) throw new Failure('invalid_input', errors[0]!.detail, { errors })
  return [...new Set(found.map((item) => item!.id))]
}
