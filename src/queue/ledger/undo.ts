import { type Connection, placeholders } from '../../database/database.ts'
import type { QueueChange } from '../change.ts'
import type { Item } from '../item.ts'
import { itemsOf } from '../items.ts'
import { versionKey, versionsOf } from '../page-versions.ts'
import { swapCopies, withdrawCapture } from '../swap-copies.ts'
import type { Entry } from './entry.ts'
import { selectEntries, setUndoneBy } from './entry-row.ts'
import { ledgerOf } from './ledger.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'

/** What came of taking back one line; `revived` are the lines that count again by that. */
export type UndoOutcome = { entry: Entry } & (
  { kind: 'undone'; item: Item; revived: Entry[] } | Exclude<UndoPlan, { kind: 'possible' }>
)

/** What counts behind the lines of a batch; past it nobody can say what is in the way. */
const MAX_STANDING = 2000
/** An undo of an undo of an undo, and so on: so many in a row. */
const MAX_CHAIN = 10

/**
 * Takes back lines of the ledger, the newest first, as far as nothing is in the way. Those that were taken back
 * before must not be among them.
 */
export async function undoEntries(change: QueueChange, entries: Entry[]): Promise<UndoOutcome[]> {
  const { tx, accountId, now } = change
  return followPlans(tx, accountId, entries, now, async (chain, before, after) => {
    const text = await swapCopies(change, before, after)
    await withdrawCapture(change, chain[0]!)
    const purpose = { action: 'undo-change', undoes: chain[0]!.sequence }
    const item = await change.keep(before, after, text === undefined ? purpose : { ...purpose, text })
    await settle(tx, accountId, chain, change.entries.at(-1)!.sequence)
    return item
  })
}

/** What taking back these lines, the newest first, would come to; nothing is changed. */
export function previewEntries(
  db: Connection,
  accountId: string,
  entries: Entry[],
  now: number,
): Promise<UndoOutcome[]> {
  return followPlans(db, accountId, entries, now, (_, __, after) => Promise.resolve(after))
}

/** What taking back each of these lines by itself would come to now, by number. */
export async function plansOf(
  db: Connection,
  accountId: string,
  entries: Entry[],
  now: number,
): Promise<Map<number, UndoPlan>> {
  const items = await itemsOf(db, accountId).findAll([...new Set(entries.map(({ itemId }) => itemId))])
  const standing = await standingBehind(db, accountId, entries)
  const versions = await versionsFor(db, accountId, entries)
  return new Map(
    entries.map((entry) => {
      if (entry.undoneBy !== null) return [entry.sequence, { kind: 'nothing', because: 'It was undone.' }]
      if (!standing) return [entry.sequence, TOO_MUCH]
      const later = standing.filter((other) => isBehind(other, entry))
      return [entry.sequence, planUndo(entry, later, items.get(entry.itemId), { now, versions })]
    }),
  )
}

type Apply = (chain: Entry[], before: Item, after: Item) => Promise<Item>

async function followPlans(
  db: Connection,
  accountId: string,
  entries: Entry[],
  now: number,
  apply: Apply,
): Promise<UndoOutcome[]> {
  const items = await itemsOf(db, accountId).findAll([...new Set(entries.map(({ itemId }) => itemId))])
  const standing = await standingBehind(db, accountId, entries)
  const versions = await versionsFor(db, accountId, entries)
  const undone = new Set<number>()
  const outcomes: UndoOutcome[] = []

  async function follow(entry: Entry): Promise<UndoOutcome> {
    if (undone.has(entry.sequence)) return { entry, kind: 'nothing', because: 'It was undone with another.' }
    const before = items.get(entry.itemId)
    const later = standing?.filter((other) => isBehind(other, entry) && !undone.has(other.sequence))
    const plan = later ? planUndo(entry, later, before, { now, versions }) : TOO_MUCH
    if (plan.kind !== 'possible') return { entry, ...plan }
    const chain = await chainOf(db, accountId, entry)
    if (!chain || !before) return { entry, ...TOO_DEEP }
    const item = await apply(chain, before, plan.after)
    items.set(item.id, item)
    if (before.snapshot) versions.add(versionKey(item.id, before.snapshot.id))
    for (const [index, { sequence }] of chain.entries()) if (index % 2 === 0) undone.add(sequence)
    const revived = chain.filter((_, index) => index % 2 === 1)
    standing?.push(...revived)
    return { entry, kind: 'undone', item, revived }
  }

  for (const entry of entries) outcomes.push(await follow(entry))
  return outcomes
}

const TOO_MUCH = {
  kind: 'refused',
  because: 'Too much has changed since to say what is in the way.',
  by: null,
} as const
const TOO_DEEP = { kind: 'refused', because: 'Undo the first of these changes itself.', by: null } as const

/**
 * Whether a line that counts comes between an entry and the item as it is now. A taking back cancels out with what
 * it took back where that is behind the entry too; else it brought up something older than the entry.
 */
function isBehind(other: Entry, entry: Entry): boolean {
  const isLater = other.itemId === entry.itemId && other.sequence > entry.sequence
  return isLater && (other.undoes === null || other.undoes < entry.sequence)
}

/** The kept copies of the pages that some lines changed. */
function versionsFor(db: Connection, accountId: string, entries: Entry[]): Promise<Set<string>> {
  const paged = entries.filter(({ before }) => before && 'snapshot' in before)
  return versionsOf(db, accountId, [...new Set(paged.map(({ itemId }) => itemId))])
}

/** The lines of the same items that count, behind the oldest of these. Undefined where there are too many. */
async function standingBehind(
  db: Connection,
  accountId: string,
  entries: Entry[],
): Promise<Entry[] | undefined> {
  if (entries.length === 0) return []
  const itemIds = [...new Set(entries.map(({ itemId }) => itemId))]
  const sequences = entries.map(({ sequence }) => sequence)
  // Where somebody reads on, a line comes every few seconds.
  const calm = entries.some(({ after }) => after && 'progress' in after) ? '' : `AND action <> 'set-progress'`
  const standing = await selectEntries(
    db,
    `changes WHERE account_id = ? AND item_id IN (${placeholders(itemIds.length)}) AND sequence > ?
       AND undone_by IS NULL AND (undoes IS NULL OR undoes < ?) AND actor <> 'service' ${calm} LIMIT ?`,
    accountId,
    ...itemIds,
    Math.min(...sequences),
    Math.max(...sequences),
    MAX_STANDING + 1,
  )
  return standing.length > MAX_STANDING ? undefined : standing.sort((a, b) => a.sequence - b.sequence)
}

/** A line, the one that it takes back, the one that that takes back …; undefined where there are too many. */
async function chainOf(tx: Connection, accountId: string, entry: Entry): Promise<Entry[] | undefined> {
  const chain = [entry]
  for (let target: number | null = entry.undoes; target !== null;) {
    const next = await ledgerOf(tx, accountId).find(target)
    if (!next) break
    if (chain.push(next) > MAX_CHAIN) return undefined
    target = next.undoes
  }
  return chain
}

/** Says of each line of a chain whether it counts, now that `by` takes back the first: every second one does again. */
async function settle(tx: Connection, accountId: string, chain: Entry[], by: number): Promise<void> {
  for (const [index, { sequence }] of chain.entries()) {
    const undoneBy = index === 0 ? by : index % 2 === 0 ? chain[index - 1]!.sequence : null
    await setUndoneBy(tx, accountId, sequence, undoneBy)
  }
}
