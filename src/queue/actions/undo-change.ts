import { Failure, invalidField } from '../../failure.ts'
import { queueAction, type Undone } from '../action.ts'
import type { QueueChange } from '../change.ts'
import { itemsOf } from '../items.ts'
import { undoableAct } from '../ledger/act.ts'
import type { Entry } from '../ledger/entry.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { undoEntries, type UndoOutcome } from '../ledger/undo.ts'

/** Whether a number stands for one change, or for the act that the change belongs to. */
const EXTENTS = ['change', 'act'] as const
export type UndoExtent = (typeof EXTENTS)[number]

/** Undoing twice is undoing once, so an agent may retry; an undo can be undone like any other change. */
export const undoChange = queueAction({
  name: 'undo-change',
  title: 'Undo a change',
  description:
    'Take back an act or one change by its number. What somebody changed since stays; what was saved goes to the trash.',
  path: 'undo-change',
  gives: 'undone',
  fields: {
    change: {
      kind: 'count',
      title: 'Number of the change',
      hint: 'An `act`, or the number of one change',
      required: true,
    },
    extent: {
      kind: 'choice',
      title: 'Extent',
      choices: EXTENTS,
    },
  },
  async run(change, { change: number, extent }) {
    const { tx, accountId } = change
    const entry = await ledgerOf(tx, accountId).find(number)
    if (!entry) throw invalidField('change', 'There is no change of this number, or it is not kept any more.')
    const isWhole = extent === undefined ? entry.act === number : extent === 'act'
    const entries = isWhole ? await ledgerOf(tx, accountId).ofAct(entry.act) : [entry]
    const counting = entries.filter(({ undoneBy }) => undoneBy === null)
    if (counting.length === 0) return alreadyUndone(change, entry, entries)
    change.expect(counting.length)
    return undoneBy(change, entry, await undoEntries(change, counting.toReversed()))
  },
})

async function alreadyUndone(
  { tx, accountId }: QueueChange,
  entry: Entry,
  entries: Entry[],
): Promise<Undone> {
  const because = 'It was undone already.'
  const items = await itemsOf(tx, accountId).findAll([...new Set(entries.map(({ itemId }) => itemId))])
  const skipped = [...items.values()].map((item) => ({ item, reason: because }))
  return { entry, act: null, changed: [], skipped, words: because }
}

/** What came of it all. Throws `not_offered` where something is in the way of every one of the changes. */
async function undoneBy(change: QueueChange, entry: Entry, outcomes: UndoOutcome[]): Promise<Undone> {
  const undone = outcomes.filter((outcome) => outcome.kind === 'undone')
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
  const [first] = refused
  if (first && undone.length === 0) {
    throw new Failure('not_offered', first.because)
  }
  const changed = new Map(undone.map(({ item }) => [item.id, item]))
  const left = outcomes.filter(({ kind, entry }) => kind !== 'undone' && !changed.has(entry.itemId))
  const items = await itemsOf(change.tx, change.accountId).findAll([
    ...new Set(left.map((outcome) => outcome.entry.itemId)),
  ])
  const skipped = left.flatMap((outcome) => {
    const item = items.get(outcome.entry.itemId)
    return item && outcome.kind !== 'undone' ? [{ item, reason: outcome.because }] : []
  })
  return {
    entry,
    act: undoableAct(change.entries),
    changed: [...changed.values()],
    skipped,
    words: wordsFor(outcomes, undone.length, refused),
  }
}

function wordsFor(outcomes: UndoOutcome[], undone: number, refused: { because: string }[]): string {
  const [first] = refused
  if (first) {
    const stayed = refused.length === 1 ? 'One stays' : `${refused.length} stay`
    return `Undone: ${undone} of ${undone + refused.length} changes. ${stayed}: ${first.because}`
  }
  if (undone > 0) return 'Undone.'
  const [only] = outcomes
  return only && only.kind !== 'undone' ? only.because : 'Nothing of it is left.'
}
