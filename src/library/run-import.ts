import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { sleep } from '../ports/clock.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import type { ChangeServices, QueueChange } from '../queue/change/queue-change.ts'
import { importLinks } from '../queue/actions/import-links.ts'
import { newImportedItem, withImported } from '../queue/actions/imported-link.ts'
import { saveCapture } from '../queue/content/capture.ts'
import { sourceOf } from '../queue/content/capture-source.ts'
import { decompress } from '../queue/content/zstd.ts'
import { changesOfAct, IN_EFFECT, selectChanges } from '../queue/history/change-row.ts'
import { importedHighlights } from '../queue/highlights/imported-highlights.ts'
import { itemsOf } from '../queue/lists/items.ts'
import type { Item } from '../queue/model/item.ts'
import { PERSON } from '../queue/model/actor.ts'
import { undoChanges } from '../queue/undo/undo.ts'
import type { CleanEntry } from './clean-entry.ts'
import { deleteVersions, moveVersions } from './import-versions.ts'
import { linkOfEntry } from './entry-link.ts'
import { requireImport, type Import, type ImportOutcome } from './import.ts'
import type { AccountId, ItemId } from '../ids.ts'

/** Rows in one transaction. Meanwhile all other changes wait on SQLite, and those of the account on PostgreSQL. */
const ROWS_PER_CHANGE = { sqlite: 10, postgres: 25 }
const ROWS_PER_DROP = 100

type Key = { accountId: AccountId; id: string }

/**
 * Creates items from the rows of a running import, or undoes an import, in small transactions until it has finished,
 * is paused, or `shouldStop`. May run in several processes at once, and continues where another stopped. Returns whether
 * nothing is left to do for now.
 */
export async function runImport(
  services: ChangeServices,
  key: Key,
  shouldStop: () => boolean,
): Promise<boolean> {
  /** The last position used for each date. Without it, thousands of rows with the same date would take quadratic time. */
  const lastSavedAt = new Map<number, number>()
  for (;;) {
    if (shouldStop()) return false
    const { state } = await requireImport(services.db, key.accountId, key.id)
    if (state === 'cancelled') return deleteEntries(services, key, shouldStop)
    if (state !== 'running' && state !== 'undoing') return true
    try {
      await (state === 'running' ? importBatch(services, key, lastSavedAt) : undoBatch(services, key))
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'not_found') throw error
      await pauseImport(services, key, error.detail)
    }
    // SQLite queries are synchronous, so yield to the event loop.
    await sleep(0)
  }
}

/** Deletes the data that a cancelled import will not use, except its report. Returns whether nothing is left. */
async function deleteEntries(
  { db }: ChangeServices,
  { accountId, id }: Key,
  shouldStop: () => boolean,
): Promise<boolean> {
  for (;;) {
    const dropped = await db.run(
      `UPDATE import_rows SET entry = NULL, page = NULL WHERE account_id = ? AND import_id = ? AND number IN (
         SELECT number FROM import_rows WHERE account_id = ? AND import_id = ? AND entry IS NOT NULL LIMIT ?)`,
      accountId,
      id,
      accountId,
      id,
      ROWS_PER_DROP,
    )
    await db.run(
      `DELETE FROM import_versions WHERE account_id = ? AND import_id = ? AND NOT EXISTS (
         SELECT 1 FROM import_rows r WHERE r.account_id = import_versions.account_id
           AND r.import_id = import_versions.import_id AND r.number = import_versions.number AND r.entry IS NOT NULL)`,
      accountId,
      id,
    )
    if (dropped < ROWS_PER_DROP) return true
    if (shouldStop()) return false
    await sleep(0)
  }
}

/**
 * Pauses an import that can't continue, for example because the account has no room; it may be resumed. Citus does
 * not support `CASE state WHEN`.
 */
async function pauseImport(
  { db, clock }: ChangeServices,
  { accountId, id }: Key,
  message: string,
): Promise<void> {
  await db.run(
    `UPDATE imports SET state = CASE WHEN state = 'running' THEN 'paused' ELSE 'done' END,
       ended_at = CASE WHEN state = 'running' THEN ended_at ELSE ? END, message = ? WHERE account_id = ? AND id = ? AND state IN ('running', 'undoing')`,
    clock.now(),
    message,
    accountId,
    id,
  )
}

type Row = { number: number; known: number; identity: string; entry: string; page: Uint8Array | null }

async function importBatch(
  services: ChangeServices,
  { accountId, id }: Key,
  lastSavedAt: Map<number, number>,
): Promise<void> {
  await changeQueue(services, { accountId, caller: PERSON, action: importLinks.name }, async (queue) => {
    const { tx } = queue
    const atOnce = ROWS_PER_CHANGE[tx.dialect.name]
    const running = await requireImport(tx, accountId, id)
    if (running.state !== 'running') return
    const rows = await tx.rows<Row>(
      `SELECT number, known, identity, entry, page FROM import_rows
       WHERE account_id = ? AND import_id = ? AND number > ? AND entry IS NOT NULL ORDER BY number LIMIT ?`,
      accountId,
      id,
      running.position,
      atOnce,
    )
    const counts = { ...running.counts }
    for (const row of rows) {
      const { outcome, highlights } = await importRow(queue, running, { row, lastSavedAt })
      counts[outcome] += 1
      counts.highlights += highlights
      counts[row.known ? 'known' : 'new'] -= 1
    }
    const isLast = rows.length < atOnce
    await tx.run(
      `UPDATE imports SET position = ?, act = ?, state = ?, ended_at = ?, counts = ?, message = NULL WHERE account_id = ? AND id = ?`,
      isLast ? running.rowsTotal : rows.at(-1)!.number,
      running.act ?? queue.changes[0]?.act ?? null,
      isLast ? 'done' : 'running',
      isLast ? services.clock.now() : null,
      JSON.stringify(counts),
      accountId,
      id,
    )
  })
}

async function importRow(
  queue: QueueChange,
  running: Import,
  { row, lastSavedAt }: { row: Row; lastSavedAt: Map<number, number> },
): Promise<{ outcome: ImportOutcome; highlights: number }> {
  const { tx, accountId, changes } = queue
  const entry = JSON.parse(row.entry) as CleanEntry
  // Rows without a date keep the order of the file, whose first row is the newest.
  const date = Math.min(entry.savedAt ?? running.createdAt - row.number, running.createdAt)
  const savedAt = (lastSavedAt.get(date) ?? date - 1) + 1
  const known = await itemsOf(tx, accountId).findByIdentity(row.identity)
  const link = linkOfEntry({ entry, options: running.options, savedAt, isNew: !known })
  const act = running.act ?? changes[0]?.act
  const onBehalf = { actor: PERSON, act }
  const isPageWanted = row.page !== null && known?.content.status !== 'ready'
  const wanted = known ? withImported(known, link, queue.actor) : newImportedItem(link, queue)
  const marked = await importedHighlights(queue, wanted, entry.highlights)
  const isMarked = Object.keys(marked.after).length > 0
  const isSame = known === wanted && !isMarked
  const after: Item =
    isPageWanted && known
      ? { ...wanted, content: { ...known.content, status: 'pending', reason: null } }
      : wanted
  const item = await queue.saveItem(
    known && isMarked ? { ...known, highlights: marked.before } : (known ?? null),
    // An unchanged object is not saved.
    isMarked ? { ...after, highlights: marked.after } : after,
    { identity: row.identity, priority: 'bulk', onBehalf },
  )
  if (isPageWanted) await saveOwnPage(queue, item.id, { url: entry.url, page: row.page! })
  if (entry.hasVersions)
    await takeVersions(queue, running.id, { number: row.number, itemId: item.id, isNew: !known })
  if (!known) lastSavedAt.set(date, item.savedAt)
  const outcome = known && (known.removedAt === null || isSame) ? 'merged' : 'added'
  await markRow(tx, { accountId, id: running.id }, { number: row.number, outcome, itemId: item.id })
  return { outcome, highlights: marked.added }
}

type OwnPage = { url: string; page: Uint8Array }

/** Saves the page in the file as one captured by the person's browser. */
async function saveOwnPage(queue: QueueChange, itemId: ItemId, { url, page }: OwnPage): Promise<void> {
  const { tx, accountId, now: receivedAt } = queue
  await queue.touchContent(itemId)
  const body = await decompress(page)
  const act = queue.changes.at(-1)?.act ?? 0
  await saveCapture(tx, { accountId, itemId }, { source: sourceOf(PERSON), url, body, receivedAt, act })
}

/** Takes over older copies, unless the account had the item already. */
async function takeVersions(
  queue: QueueChange,
  id: string,
  { number, itemId, isNew }: { number: number; itemId: ItemId; isNew: boolean },
): Promise<void> {
  const { tx, accountId, now } = queue
  if (!isNew) return deleteVersions(tx, { accountId, id }, number)
  await queue.touchContent(itemId)
  await moveVersions(tx, { accountId, id }, { number, itemId, now })
}

async function markRow(
  tx: Connection,
  { accountId, id }: Key,
  { number, outcome, itemId }: { number: number; outcome: ImportOutcome; itemId: ItemId },
): Promise<void> {
  await tx.run(
    `UPDATE import_rows SET outcome = ?, item_id = ?, entry = NULL, page = NULL WHERE account_id = ? AND import_id = ? AND number = ?`,
    outcome,
    itemId,
    accountId,
    id,
    number,
  )
}

/** Undoes the newest changes of an import, except those that were changed since. */
async function undoBatch(services: ChangeServices, { accountId, id }: Key): Promise<void> {
  await changeQueue(services, { accountId, caller: PERSON, action: 'undo-change' }, async (queue) => {
    const { tx } = queue
    const atOnce = ROWS_PER_CHANGE[tx.dialect.name]
    const undoing = await requireImport(tx, accountId, id)
    if (undoing.state !== 'undoing') return
    // `position` counts down, since changes that can't be undone would be read again and again.
    const left = { sql: `${IN_EFFECT.sql} AND sequence < ?`, values: [undoing.position] }
    const { sql, values } = changesOfAct(accountId, undoing.act ?? 0, left)
    const changes =
      undoing.act === null
        ? []
        : await selectChanges(tx, `${sql} ORDER BY sequence DESC LIMIT ?`, ...values, atOnce)
    await undoChanges(queue, changes)
    const isLast = changes.length < atOnce
    await tx.run(
      `UPDATE imports SET position = ?, state = ?, ended_at = ? WHERE account_id = ? AND id = ?`,
      isLast ? 0 : changes.at(-1)!.sequence,
      isLast ? 'undone' : 'undoing',
      isLast ? services.clock.now() : null,
      accountId,
      id,
    )
  })
}
