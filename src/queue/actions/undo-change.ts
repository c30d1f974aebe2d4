import { Failure, invalidField } from '../../failure.ts'
import { type Kept, queueAction, type Undone } from './action.ts'
import type { QueueChange } from '../change/queue-change.ts'
import { MAX_IDS } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { undoableAct } from '../history/act.ts'
import type { Change } from '../history/change.ts'
import { bytesOfChanges } from '../history/bounded-changes.ts'
import { historyOf } from '../history/history.ts'
import { describeUndo, isRedo, keptOf, refusalFor } from '../undo/describe-undo.ts'
import { undoChanges, type UndoOutcome } from '../undo/undo.ts'
import { MAX_BYTES_AT_ONCE, measureAct } from '../undo/undo-act.ts'

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
    others: { kind: 'ids', title: 'Numbers of others', hint: 'More to undo', isApiOnly: true },
    extent: {
      kind: 'choice',
      title: 'Extent',
      hint: 'act: all changed together',
      choices: EXTENTS,
    },
  },
  async prepare(_, __, raw) {
    const { others } = raw
    if (!Array.isArray(others)) return raw
    return { ...raw, others: others.map((one) => (typeof one === 'number' ? `${one}` : one)) }
  },
  async run(queueChange, { change: number, others = [], extent }) {
    const change = await findNamed(queueChange, { number, field: 'change' })
    const named: [Named, ...Named[]] = [{ change, isWhole: isWholeAct(change, extent) }]
    const numbers = [...new Set(numbersIn(others))]
    if ((await bytesOfChanges(queueChange.tx, queueChange.accountId, numbers)) > MAX_BYTES_AT_ONCE)
      throw tooLarge()
    for (const other of numbers) {
      const one = await findNamed(queueChange, { number: other, field: 'others' })
      named.push({ change: one, isWhole: isWholeAct(one, extent) })
    }
    const found = new Map<number, Change>()
    const known = new Set<string>()
    let room = MAX_BYTES_AT_ONCE
    for (const { change, isWhole } of named) {
      // The same act again would be read again.
      const key = isWhole ? `act ${change.act}` : `change ${change.sequence}`
      if (known.has(key)) continue
      known.add(key)
      const { bytes, changes } = isWhole
        ? await changesInEffect(queueChange, change, room)
        : { bytes: 0, changes: [change] }
      room -= bytes
      for (const one of changes) found.set(one.sequence, one)
      if (found.size > MAX_IDS) throw tooManyActs()
    }
    const inEffect = [...found.values()]
      .filter(({ undoneBy }) => undoneBy === null)
      .sort((one, other) => one.sequence - other.sequence)
    if (inEffect.length === 0) return alreadyUndone(queueChange, named)
    queueChange.expectChanges(inEffect.length)
    return undoneBy(queueChange, change, await undoChanges(queueChange, inEffect.toReversed()))
  },
})

/** A change that is to be undone, alone or with the rest of its act. */
type Named = { change: Change; isWhole: boolean }

/** Without an extent, the number of an act stands for all of it. */
function isWholeAct({ act, sequence }: Change, extent: string | undefined): boolean {
  return extent === undefined ? act === sequence : extent === 'act'
}

/** Numbers in `others`. */
const MAX_OTHERS = 100

function tooManyActs(): Failure {
  return new Failure(
    'not_offered',
    `These acts have more than ${MAX_IDS} changes. Undo fewer of them at once.`,
  )
}

function tooLarge(): Failure {
  return new Failure(
    'not_offered',
    'These changes are too large to undo at once. The person can undo them on their Activity page.',
  )
}

function numbersIn(others: string[]): number[] {
  if (others.length > MAX_OTHERS)
    throw invalidField('others', `"others" takes at most ${MAX_OTHERS} numbers.`)
  if (others.some((one) => !/^\d{1,15}$/.test(one)))
    throw invalidField('others', '"others" takes numbers of acts or changes.')
  return others.map(Number)
}

/** The change of a number. Throws `invalid_input` if there is none. */
async function findNamed(
  { tx, accountId }: QueueChange,
  { number, field }: { number: number; field: 'change' | 'others' },
): Promise<Change> {
  const change = await historyOf(tx, accountId).find(number)
  if (change) return change
  const which = field === 'others' ? `There is no change ${number}` : 'There is no change with this number'
  throw invalidField(field, `${which}, or it is no longer kept.`)
}

/** The most changes that one transaction undoes; others of the account wait meanwhile. */
const MAX_CHANGES = 2000

/**
 * The changes of the act of a change that are in effect. Throws `not_offered`, before it reads any, if they are too many or have
 * more bytes than there is room for.
 */
async function changesInEffect(
  { tx, accountId }: QueueChange,
  change: Change,
  room: number,
): Promise<{ bytes: number; changes: Change[] }> {
  const { count, bytes } = await measureAct(tx, accountId, { act: change.act, limit: MAX_CHANGES + 1 })
  if (count > MAX_CHANGES) throw tooMany(change)
  if (count > MAX_IDS) {
    throw new Failure(
      'not_offered',
      `This act has more than ${MAX_IDS} changes. The person can undo it on their Activity page.`,
    )
  }
  if (bytes > room) throw tooLarge()
  return { bytes, changes: await historyOf(tx, accountId).inEffectOfAct(change.act) }
}

function tooMany({ action }: Change): Failure {
  const how =
    action === 'import-links' ? 'Undo it on the page of your imports.' : 'Undo its changes one by one.'
  return new Failure(
    'not_offered',
    `This has more than ${MAX_CHANGES} changes, which is too many at once. ${how}`,
  )
}

async function alreadyUndone({ tx, accountId }: QueueChange, named: [Named, ...Named[]]): Promise<Undone> {
  const changes: Change[] = []
  for (const { change, isWhole } of named) {
    const left = MAX_IDS - changes.length
    if (left > 0)
      changes.push(...(isWhole ? await historyOf(tx, accountId).ofAct(change.act, left) : [change]))
  }
  const because = 'It was already undone.'
  const items = await itemsOf(tx, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
  const skipped = [...items.values()].map((item) => ({ item, reason: because }))
  const [{ change }] = named
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
