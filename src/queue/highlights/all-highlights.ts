import type { Queries, Value } from '../../database/database.ts'
import type { Agent } from '../model/actor.ts'
import type { Highlight } from './highlight.ts'
import { selectHighlights } from './highlight-row.ts'
import type { AccountId } from '../../ids.ts'

/** Which highlights of an account are listed. `agent` is an agent's id, or `you` for the person's own. */
export type HighlightFilter = {
  words?: string | undefined
  item?: string | undefined
  tag?: string | undefined
  colour?: string | undefined
  agent?: string | undefined
  /** Made from then on, and before then. */
  from?: number | undefined
  to?: number | undefined
}

/** `next` names the highlight after which the next page begins. */
export type FoundHighlights = { highlights: Highlight[]; next: string | undefined }

const PAGE_SIZE = 25
/** Others have a turn after so many, which take some milliseconds where all are as long as can be. */
const BATCH_SIZE = 100
/** Highlights that one search for words reads; the next page goes on from there. */
const MAX_READ = 5000
const CURSOR = /^(\d{1,15})-([\w-]{1,100})$/

export const OWN = 'you'

/** A page of the highlights of items that are not in the trash, the newest first. It may read all that the account has. */
export async function findHighlights(
  db: Queries,
  accountId: AccountId,
  { filter, after }: { filter: HighlightFilter; after: string | undefined },
): Promise<FoundHighlights> {
  const words = wordsOf(filter.words ?? '')
  const size = words.length === 0 ? PAGE_SIZE + 1 : BATCH_SIZE
  const found: Highlight[] = []
  let last = after
  for (let read = 0; read < MAX_READ; read += size) {
    const batch = await readBatch(db, accountId, { filter, after: last, size })
    found.push(...batch.filter((highlight) => hasWords(highlight, words)))
    if (found.length > PAGE_SIZE) {
      const highlights = found.slice(0, PAGE_SIZE)
      return { highlights, next: cursorOf(highlights.at(-1)!) }
    }
    if (batch.length < size) return { highlights: found, next: undefined }
    last = cursorOf(batch.at(-1)!)
  }
  return { highlights: found, next: last }
}

function readBatch(
  db: Queries,
  accountId: AccountId,
  {
    filter: { item, tag, colour, agent, from, to },
    after,
    size,
  }: { filter: HighlightFilter; after: string | undefined; size: number },
): Promise<Highlight[]> {
  const [, at, id] = CURSOR.exec(after ?? '') ?? []
  const conditions: [sql: string, ...values: Value[]][] = [
    ['account_id = ?', accountId],
    [NOT_REMOVED, accountId],
  ]
  if (item !== undefined) conditions.push(['item_id = ?', item])
  if (tag !== undefined)
    conditions.push([
      'item_id IN (SELECT item_id FROM item_tags WHERE account_id = ? AND tag = ?)',
      accountId,
      tag,
    ])
  if (colour !== undefined) conditions.push(['colour = ?', colour])
  if (agent === OWN) conditions.push(['agent_id IS NULL'])
  else if (agent !== undefined) conditions.push(['agent_id = ?', agent])
  if (from !== undefined) conditions.push(['created_at >= ?', from])
  if (to !== undefined) conditions.push(['created_at < ?', to])
  if (at !== undefined && id !== undefined)
    conditions.push(['(created_at < ? OR (created_at = ? AND id < ?))', Number(at), Number(at), id])
  const where = conditions.map(([sql]) => sql).join(' AND ')
  const values = conditions.flatMap(([, ...values]) => values)
  return selectHighlights(db, `${where} ORDER BY created_at DESC, id DESC LIMIT ?`, ...values, size)
}

/** What holds for the highlights of items that are not in the trash; its value is the account. */
export const NOT_REMOVED =
  'item_id NOT IN (SELECT id FROM items WHERE account_id = ? AND removed_at IS NOT NULL)'

function cursorOf({ createdAt, id }: Highlight): string {
  return `${createdAt}-${id}`
}

function wordsOf(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean)
}

function hasWords({ exact, note }: Highlight, words: string[]): boolean {
  if (words.length === 0) return true
  const text = plain(`${exact} ${note ?? ''}`)
  return words.every((word) => text.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

const MAX_AGENTS = 50

/** The agents that made highlights. */
export async function highlightingAgents(db: Queries, accountId: AccountId): Promise<Agent[]> {
  // From each agent to the next one along the index, however many highlights it made.
  const rows = await db.rows<{ id: string; name: string | null }>(
    `WITH RECURSIVE agents (id) AS (
       SELECT (SELECT agent_id FROM highlights WHERE account_id = ? AND agent_id IS NOT NULL ORDER BY agent_id LIMIT 1)
       UNION ALL
       SELECT (SELECT agent_id FROM highlights WHERE account_id = ? AND agent_id > agents.id ORDER BY agent_id LIMIT 1)
       FROM agents WHERE id IS NOT NULL)
     SELECT id, (SELECT agent_name FROM highlights WHERE account_id = ? AND agent_id = agents.id
       ORDER BY created_at DESC, highlights.id DESC LIMIT 1) AS name
     FROM agents WHERE id IS NOT NULL LIMIT ?`,
    accountId,
    accountId,
    accountId,
    MAX_AGENTS,
  )
  const agents = rows.map(({ id, name }) => ({ id, name: name ?? '' }))
  return agents.sort((one, other) => (one.name < other.name ? -1 : 1))
}
