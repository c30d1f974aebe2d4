import { Failure, invalidField } from '../../failure.ts'
import { type Kept, queueAction, type Undone } from './action.ts'
import type { QueueChange } from '../change/change-queue.ts'
import { MAX_IDS } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { undoableAct } from '../history/act.ts'
import type { Change } from '../history/change.ts'
import { historyOf } from '../history/history.ts'
import { describeUndo, isRedo, keptOf, refusalFor } from '../undo/describe-undo.ts'
import { undoChanges, type UndoOutcome } from '../undo/undo.ts'

/** Whether to undo one change, or the whole act that it belongs to. */
const EXTENTS = ['change', 'act'] as const
export type UndoExtent = (typeof EXTENTS)[number]

/** Undoing is idempotent, so an agent may retry. An undo can be undone like any other change. */
export const undoChange = queueAction({
  name: 'undo-change',
  title: 'Undo a change',
  description:
    'Undo an act or one change by its number. A field that somebody changed since stays; what was saved goes to the trash.',
  path: 'undo-change',
  outcome: 'undone',
  fields: {
    change: {
      kind: 'count',
      title: 'Number of the change',
      hint: 'An `act`, or one change',
      required: true,
    },
    extent: {
      kind: 'choice',
      title: 'Extent',
      hint: 'act: all changed together',
      choices: EXTENTS,
    },
  },
  async run(queueChange, { change: number, extent }) {
    const { tx, accountId } = queueChange
    const change = await historyOf(tx, accountId).find(number)
    if (!change) throw invalidField('change', 'There is no change with this number, or it is no longer kept.')
    const isWhole = extent === undefined ? change.act === number : extent === 'act'
    const changes = isWhole ? await historyOf(tx, accountId).ofAct(change.act) : [change]
    const inEffect = changes.filter(({ undoneBy }) => undoneBy === null)
    if (inEffect.length === 0) return alreadyUndone(queueChange, change, changes)
    if (inEffect.length > MAX_CHANGES) throw tooMany(change)
    if (inEffect.length > MAX_IDS) {
      throw new Failure(
        'not_offered',
        `This act has more than ${MAX_IDS} changes. The person can undo it on their Activity page.`,
      )
    }
    queueChange.expectChanges(inEffect.length)
    return undoneBy(queueChange, change, await undoChanges(queueChange, inEffect.toReversed()))
  },
})

/** The most changes that one transaction undoes; others of the account wait meanwhile. */
const MAX_CHANGES = 2000

function tooMany({ action }: Change): Failure {
  const how =
    action === 'import-links' ? 'Undo it on the page of your imports.' : 'Undo its changes one by one.'
  return new Failure(
    'not_offered',
    `This has more than ${MAX_CHANGES} changes, which is too many at once. ${how}`,
  )
}

async function alreadyUndone(
  { tx, accountId }: QueueChange,
  change: Change,
  changes: Change[],
): Promise<Undone> {
  const because = 'It was undone already.'
  const items = await itemsOf(tx, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
  const skipped = [...items.values()].map((item) => ({ item, reason: because }))
  return { change, act: null, changed: [], skipped, kept: new Map(), words: because, isRedo: false }
}

/** Summarises the outcomes. Throws `not_offered` if no change was undone and at least one had a conflict. */
async function undoneBy(queueChange: QueueChange, change: Change, outcomes: UndoOutcome[]): Promise<Undone> {
  const undone = outcomes.filter((outcome) => outcome.kind === 'undone')
  const reader = queueChange.actor.kind
  const first = outcomes.find((outcome) => outcome.kind === 'refused')
  if (first && undone.length === 0) {
    throw new Failure('not_offered', refusalFor(first, reader))
  }
  const changed = new Map(undone.flatMap(({ item }) => (item ? [[item.id, item]] : [])))
  const left = outcomes.filter(({ kind, change }) => kind !== 'undone' && !changed.has(change.itemId))
  const items = await itemsOf(queueChange.tx, queueChange.accountId).findAll([
    ...new Set(left.map((outcome) => outcome.change.itemId)),
  ])
  const skipped = left.flatMap((outcome) => {
    const item = items.get(outcome.change.itemId)
    return item && outcome.kind !== 'undone' ? [{ item, reason: outcome.because }] : []
  })
  return {
    change,
    act: undoableAct(queueChange.changes),
    changed: [...changed.values()],
    skipped,
    kept: keptByItem(outcomes, changed),
    words: describeUndo(outcomes, reader),
    isRedo: isRedo(outcomes),
  }
}

/** What was left of the items that were changed. */
function keptByItem(outcomes: UndoOutcome[], changed: Map<string, Item>): Map<string, Kept[]> {
  const all = outcomes.filter(({ change }) => changed.has(change.itemId))
  const byItem = Map.groupBy(all, ({ change }) => change.itemId)
  return new Map([...byItem].map(([id, outcomes]) => [id, outcomes.flatMap(keptOf)]))
}
