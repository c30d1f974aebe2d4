import { type Connection, placeholders, type Queries, type Value } from '../../database/database.ts'
import type { Actor } from '../model/actor.ts'
import type { Colour, Highlight, HighlightsById } from './highlight.ts'
import type { ItemId, ItemKey } from '../../ids.ts'

type HighlightRow = {
  item_id: ItemId
  id: string
  exact: string
  prefix: string
  suffix: string
  start_offset: number | null
  end_offset: number | null
  note: string | null
  colour: Colour
  created_at: number
  updated_at: number
  author: Actor['kind']
  agent_id: string | null
  agent_name: string | null
  anchored_at: number | null
}

const COLUMNS = `item_id, id, exact, prefix, suffix, start_offset, end_offset, note, colour, created_at, updated_at, author,
  agent_id, agent_name, anchored_at`

/** Reads highlights; `where` is what follows WHERE in the SELECT. */
export async function selectHighlights(db: Queries, where: string, ...values: Value[]): Promise<Highlight[]> {
  return (await db.rows<HighlightRow>(`SELECT ${COLUMNS} FROM highlights WHERE ${where}`, ...values)).map(
    toHighlight,
  )
}

/** Inserts, updates or, if null, deletes highlights of an item by id. */
export async function writeHighlights(
  tx: Connection,
  { accountId, itemId }: ItemKey,
  highlights: HighlightsById,
): Promise<void> {
  for (const [id, highlight] of Object.entries(highlights)) {
    if (highlight === null) {
      await tx.run(
        'DELETE FROM highlights WHERE account_id = ? AND item_id = ? AND id = ?',
        accountId,
        itemId,
        id,
      )
      continue
    }
    await tx.run(
      `INSERT INTO highlights (account_id, ${COLUMNS}, bytes) VALUES (${placeholders(17)})
       ON CONFLICT (account_id, item_id, id) DO UPDATE SET exact = excluded.exact, prefix = excluded.prefix,
         suffix = excluded.suffix, start_offset = excluded.start_offset, end_offset = excluded.end_offset,
         note = excluded.note, colour = excluded.colour, updated_at = excluded.updated_at,
         anchored_at = excluded.anchored_at, bytes = excluded.bytes`,
      accountId,
      ...rowValues({ ...highlight, id, itemId }),
    )
  }
}

function rowValues(highlight: Highlight): Value[] {
  const { exact, prefix, suffix, note, createdBy } = highlight
  return [
    highlight.itemId,
    highlight.id,
    exact,
    prefix,
    suffix,
    highlight.start,
    highlight.end,
    note,
    highlight.colour,
    highlight.createdAt,
    highlight.updatedAt,
    createdBy.kind,
    createdBy.agent?.id ?? null,
    createdBy.agent?.name ?? null,
    highlight.anchoredAt,
    Buffer.byteLength(exact + prefix + suffix + (note ?? '')),
  ]
}

function toHighlight(row: HighlightRow): Highlight {
  const { id, exact, prefix, suffix, note, colour } = row
  return {
    id,
    itemId: row.item_id,
    exact,
    prefix,
    suffix,
    start: row.start_offset,
    end: row.end_offset,
    note,
    colour,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: {
      kind: row.author,
      agent: row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name ?? '' },
    },
    anchoredAt: row.anchored_at,
  }
}
