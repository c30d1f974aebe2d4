import { array, assert as assertProperty, asyncProperty, constantFrom, nat, record } from 'fast-check'
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Failure } from '../../src/failure.ts'
import type { Kept } from '../../src/queue/actions/action.ts'
import { itemActions, queueActions } from '../../src/queue/actions/catalogue.ts'
import { runItemAction, runQueueAction } from '../../src/queue/actions/run-action.ts'
import type { Change, RecordedItem } from '../../src/queue/history/change.ts'
import { historyOf } from '../../src/queue/history/history.ts'
import { type Actor, byAgent, PERSON } from '../../src/queue/model/actor.ts'
import type { Services } from '../../src/services.ts'
import { signUp } from '../support/agent.ts'
import { accountIdOf, replayed, storedItems } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines, startService, type TestService } from '../support/service.ts'

/** Fields that an undo takes back or leaves together. */
const GROUPS: (keyof RecordedItem)[][] = [
  ['givenTitle', 'titleBy'],
  ['note', 'noteBy'],
  ['request', 'requestBy', 'requestedAt', 'answer', 'answerBy', 'answeredAt'],
  ['reason', 'savedAt', 'savedBy'],
  ['readAt', 'snoozedUntil', 'removedAt'],
  ['favouritedAt'],
  ['progress'],
]

/** Something that one of two does to an item, on one of two instances; what is not possible then is left out. */
type Step = { who: number; instance: number; doing: string; which: number }

const OFTEN = ['edit-item', 'edit-both', 'save-link', 'undo-change', 'undo-change']
const ACTION_NAMES = [
  ...itemActions.map(({ name }) => name).filter((name) => name !== 'refetch-item'),
  ...OFTEN,
  ...OFTEN,
  ...OFTEN,
  ...OFTEN,
]
const steps = array(
  record<Step>({ who: nat(1), instance: nat(1), doing: constantFrom(...ACTION_NAMES), which: nat(9) }),
  { maxLength: 25, size: 'max' },
)

/** A change of two fields is undone when one of them was changed since, and the rest of it after that was undone. */
const IN_PART: Step[] = [
  { who: 1, instance: 0, doing: 'edit-both', which: 1 },
  { who: 0, instance: 1, doing: 'edit-item', which: 5 },
  { who: 0, instance: 0, doing: 'undo-change', which: 1 },
  { who: 0, instance: 1, doing: 'undo-change', which: 1 },
  { who: 1, instance: 0, doing: 'undo-change', which: 3 },
  { who: 0, instance: 1, doing: 'undo-change', which: 2 },
]

onBothEngines('Undoing by field', (service) => {
  let other: TestService
  let accountId: string
  let run = 0
  before(async () => {
    accountId = await accountIdOf(service(), (await signUp(service().baseUrl)).email)
    other = await startService(service().engine, { databaseUrl: service().databaseUrl })
  })
  after(() => other.stop())

  const services = (instance: number) => (instance === 0 ? service() : other).running.services
  const agent = byAgent({ id: 'agent', name: 'Agent' })
  const actors = [PERSON, agent]

  const changesOf = async (itemId: string, since: number) =>
    (await historyOf(services(0).db, accountId).after(since, 500)).filter(
      (change) => change.itemId === itemId && change.actor.kind !== 'service',
    )
  const stored = async (itemId: string) => (await storedItems(service(), accountId)).get(itemId)!

  it('reverts fields that are unchanged since, leaves the others, and restores everything in the end', async () => {
    let kept = 0
    await assertProperty(
      asyncProperty(steps, async (steps) => {
        run += 1
        const { latest } = await historyOf(services(0).db, accountId).range()
        const itemId = await save(services(0), PERSON, {})
        for (const step of steps) {
          const instance = services(step.instance)
          const actor = actors[step.who]!
          if (step.doing === 'undo-change') kept += await undoOne(step, itemId, latest)
          else await unlessRefused(() => act(instance, actor, { itemId, ...step }))
          assertMarked(await changesOf(itemId, latest))
        }
        await undoAll(itemId, latest)
      }),
      { numRuns: 30, examples: [[IN_PART]] },
    )
    assert.ok(kept > 0)
  })

  async function save(instance: Services, actor: Actor, more: Record<string, unknown>): Promise<string> {
    const [saveLink] = queueActions
    assert.ok(saveLink?.outcome === 'saved')
    const [saved] = await runQueueAction(
      instance,
      { accountId, caller: actor, action: saveLink },
      { url: deadLink(`${run}`), ...more },
    )
    return saved!.item.id
  }

  async function act(
    instance: Services,
    actor: Actor,
    { itemId, doing, which }: Step & { itemId: string },
  ): Promise<unknown> {
    const text = (name: string) => (which % 3 === 0 ? '' : `${name} ${which % 3}`)
    const tag = ['x', 'y', 'z'][which % 3]!
    if (doing === 'save-link')
      return save(
        instance,
        actor,
        which % 2 === 0 ? {} : { title: text('Title'), tags: tag, reason: `Why ${which}` },
      )
    const values = { title: text('Title'), note: text('Note') }
    const input =
      doing === 'edit-item' ? (which % 2 === 0 ? { title: values.title } : { note: values.note }) : values
    const action = itemActions.find(({ name }) => name === doing.replace('both', 'item'))!
    const requestFields = { request: `Do ${which}`, answer: `Done ${which}` }
    const others = { tag, until: `203${which}-01-01`, progress: which / 10, ...requestFields }
    return runItemAction(instance, { accountId, caller: actor, action, itemId }, { ...input, ...others })
  }

  /** Undoes one of an item's last changes, and compares each part of it with what the history says. Returns how many were left. */
  async function undoOne({ which, who, instance }: Step, itemId: string, since: number): Promise<number> {
    const changes = await changesOf(itemId, since)
    const change = changes.at(-1 - which)
    if (!change?.before) return 0
    const before = await stored(itemId)
    const outcome = await undo(services(instance), actors[who]!, change.sequence)
    const after = await stored(itemId)
    const live = liveKeys(changes)
    const laterKeys = changes
      .filter(({ sequence, undoes }) => sequence > change.sequence && (undoes ?? 0) < change.sequence)
      .flatMap(({ sequence }) => [...live.get(sequence)!])
    let left = 0
    for (const [key, group] of partsOf(change)) {
      if (!live.get(change.sequence)!.has(key)) continue
      const isChangedSince = laterKeys.some((later) => group.includes(later))
      const isBack = isSame(valueOf(after, key), valueOf(change.before, key))
      if (isBack || (key === 'removedAt' && after.removedAt !== null && change.before.removedAt)) continue
      left += 1
      assert.ok(isChangedSince, `${key} of ${change.sequence} was left, and nobody has changed it since`)
      assert.deepEqual(valueOf(after, key), valueOf(before, key))
      const field = key.startsWith('tags/') ? 'tags' : key === 'givenTitle' ? 'title' : key
      assert.ok(
        outcome === undefined || outcome.some(({ fields }) => fields.includes(field)),
        `${field} was left without a word: ${JSON.stringify(outcome)}`,
      )
    }
    const touched = new Set(partsOf(change).flatMap(([, group]) => group))
    for (const key of [...GROUPS.flat(), ...before.tags.map((tag) => `tags/${tag}`)])
      if (!touched.has(key))
        assert.deepEqual(valueOf(after, key), valueOf(before, key), `${key} is untouched`)
    return left
  }

  /** What it left of the item; undefined where it was refused. */
  async function undo(instance: Services, actor: Actor, change: number): Promise<Kept[] | undefined> {
    const undoChange = queueActions.find(({ name }) => name === 'undo-change')
    assert.ok(undoChange?.outcome === 'undone')
    const outcome = await unlessRefused(() =>
      runQueueAction(
        instance,
        { accountId, caller: actor, action: undoChange },
        { change, extent: 'change' },
      ),
    )
    return outcome && [...outcome.kept.values()].flat()
  }

  /** Undoes all changes backwards, also the undos: each must bring back the item as it was before that change. */
  async function undoAll(itemId: string, since: number): Promise<void> {
    const all = await changesOf(itemId, since)
    for (const [index, { sequence, before }] of [...all.entries()].toReversed()) {
      if (before === null) continue
      const expected = replayed(all.slice(0, index)).get(itemId)!
      await undo(services(index % 2), PERSON, sequence)
      assert.deepEqual(comparable(await stored(itemId)), comparable(expected), `before ${sequence}`)
    }
    const replayedItem = replayed(await changesOf(itemId, since)).get(itemId)!
    assert.deepEqual(comparable(replayedItem), comparable(await stored(itemId)))
  }
})

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && ['not_offered', 'invalid_input'].includes(error.code)) return undefined
    throw error
  }
}

/** What is undone is marked so: exactly what an undo that is in effect took back. */
function assertMarked(changes: Change[]): void {
  const live = liveKeys(changes)
  for (const change of changes) {
    const { undoneBy, undoneFields, before, sequence } = change
    const keys = before === null ? ['item'] : partsOf(change).map(([key]) => key)
    const marked = keys.filter((key) => (undoneFields === null ? undoneBy === null : !(key in undoneFields)))
    assert.deepEqual(new Set(marked), live.get(sequence), `${sequence} of ${JSON.stringify(changes)}`)
    assert.equal(undoneBy === null, keys.length === 0 || marked.length > 0, `all of ${sequence}`)
  }
}

/** For each change, the fields and tags of it that are not undone, as the undos in the history have it. */
function liveKeys(changes: Change[]): Map<number, Set<string>> {
  const live = new Map<number, Set<string>>()
  for (const change of changes.toReversed()) {
    const undos = changes.filter(({ undoes }) => undoes === change.sequence)
    const isUndone = (key: string) => undos.some(({ sequence }) => live.get(sequence)!.has(key))
    const keys =
      change.before === null
        ? ['item'].filter(() => !isUndone('removedAt'))
        : partsOf(change)
            .map(([key]) => key)
            .filter((key) => !isUndone(key))
    live.set(change.sequence, new Set(keys))
  }
  return live
}

/** Each field and tag that a change touched, with those that go together with it. */
function partsOf({ before, after }: Change): [key: string, group: string[]][] {
  if (!before || !after) return []
  const [was, is] = [before.tags ?? [], after.tags ?? []]
  const tags = [...was.filter((tag) => !is.includes(tag)), ...is.filter((tag) => !was.includes(tag))]
  return [
    ...GROUPS.flatMap((group) =>
      group.filter((name) => name in after).map((name): [string, string[]] => [name, group]),
    ),
    ...tags.map((tag): [string, string[]] => [`tags/${tag}`, [`tags/${tag}`]]),
  ]
}

function valueOf(item: Partial<RecordedItem>, key: string): unknown {
  return key.startsWith('tags/')
    ? (item.tags ?? []).includes(key.slice('tags/'.length))
    : item[key as keyof RecordedItem]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What people and agents say of an item. The time in the trash begins anew when an undo puts it there. */
function comparable(item: RecordedItem): unknown {
  const fields = Object.fromEntries(GROUPS.flat().map((name) => [name, item[name]]))
  return { ...fields, tags: item.tags, removedAt: item.removedAt !== null }
}
