import {
  type Arbitrary,
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  nat,
  record,
} from 'fast-check'
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { Failure } from '../../src/failure.ts'
import { itemActions, queueActions } from '../../src/queue/actions/catalogue.ts'
import { type Actor, byAgent, PERSON } from '../../src/queue/model/actor.ts'
import type { Change, RecordedItem } from '../../src/queue/history/change.ts'
import { historyOf } from '../../src/queue/history/history.ts'
import { previewUndos } from '../../src/queue/undo/undo.ts'
import { previewUndo, undoAgent } from '../../src/queue/undo/undo-agent.ts'
import { runItemAction, runQueueAction } from '../../src/queue/actions/run-action.ts'
import { signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { accountIdOf, replayed, storedItems } from '../support/history.ts'
import { onBothEngines } from '../support/service.ts'

/** Something that somebody does to one of three items; what is not possible then is left out. */
type Step = { who: number; item: number; doing: string; which: number }

const ACTION_NAMES = [...itemActions.map(({ name }) => name), 'save-link', 'undo-change', 'undo-change']
const step: Arbitrary<Step> = record({
  who: nat(2),
  item: nat(2),
  doing: constantFrom(...ACTION_NAMES),
  which: nat(5),
})

/** What went wrong before. */
const SEEDS: [Step[]][] = [
  // A taking back of one's own taking back.
  [
    [
      { who: 1, item: 0, doing: 'favourite-item', which: 0 },
      { who: 1, item: 0, doing: 'undo-change', which: 0 },
      { who: 1, item: 0, doing: 'undo-change', which: 0 },
    ],
  ],
  // The person takes back what the agent did, the agent takes that back.
  [
    [
      { who: 1, item: 0, doing: 'tag-item', which: 0 },
      { who: 0, item: 0, doing: 'undo-change', which: 0 },
      { who: 1, item: 0, doing: 'undo-change', which: 0 },
    ],
  ],
  // Taking back revives what stands in the way of what was done before.
  [
    [
      { who: 1, item: 0, doing: 'save-link', which: 0 },
      { who: 0, item: 0, doing: 'save-link', which: 0 },
      { who: 0, item: 0, doing: 'mark-read', which: 0 },
      { who: 1, item: 0, doing: 'undo-change', which: 1 },
    ],
  ],
  // Taking back revives what the same agent did before.
  [
    [
      { who: 1, item: 0, doing: 'mark-read', which: 0 },
      { who: 0, item: 0, doing: 'undo-change', which: 0 },
      { who: 0, item: 0, doing: 'undo-change', which: 0 },
      { who: 1, item: 0, doing: 'undo-change', which: 0 },
    ],
  ],
  // What was changed on top is taken back, then what lay below, by the agent; then the former counts again.
  [
    [
      { who: 0, item: 0, doing: 'edit-item', which: 0 },
      { who: 2, item: 0, doing: 'edit-item', which: 2 },
      { who: 2, item: 0, doing: 'undo-change', which: 0 },
      { who: 1, item: 0, doing: 'undo-change', which: 2 },
      { who: 2, item: 0, doing: 'undo-change', which: 1 },
    ],
  ],
  // The same where the agent's change is the one on top.
  [
    [
      { who: 0, item: 0, doing: 'edit-item', which: 0 },
      { who: 1, item: 0, doing: 'edit-item', which: 2 },
      { who: 0, item: 0, doing: 'undo-change', which: 0 },
      { who: 0, item: 0, doing: 'undo-change', which: 2 },
      { who: 0, item: 0, doing: 'undo-change', which: 1 },
    ],
  ],
]

onBothEngines('Undoing all that an agent did', (service) => {
  let accountId: string
  let run = 0
  before(async () => {
    accountId = await accountIdOf(service(), (await signUp(service().baseUrl)).email)
  })
  const services = () => service().running.services

  it('undoes the same as a model, and leaves the changes of others', async () => {
    await assertProperty(
      asyncProperty(array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        run += 1
        const { latest: start } = await historyOf(services().db, accountId).range()
        const agents = ['a', 'b'].map((name) => byAgent({ id: `${name}-${run}`, name }))
        await act(steps, [PERSON, ...agents], start)
        const changes = await historyOf(services().db, accountId).after(start, 500)
        const options = { atMost: 500 }
        const preview = await previewUndo(services(), { accountId, clientId: `a-${run}`, since: 0 }, options)
        const done = await undoAgent(services(), { accountId, clientId: `a-${run}`, since: 0 }, options)
        assert.equal(done.next, undefined)
        const others = changes.filter(({ actor }) => actor.agent?.id !== `a-${run}`)
        if (others.every(({ undoes }) => undoes === null)) {
          assert.deepEqual(numbersOf(preview.listedConflicts), numbersOf(done.listedConflicts))
          assert.equal(preview.undone, done.undone)
        }

        const made = new Set(changes.map(({ itemId }) => itemId))
        const all = (await historyOf(services().db, accountId).after(start, 1000)).filter(({ itemId }) =>
          made.has(itemId),
        )
        const items = await storedItems(service(), accountId)
        for (const [id, item] of replayed(all)) assert.deepEqual(items.get(id), item)
        const inTheWay = new Set(done.listedConflicts.map(({ change }) => change.itemId))
        for (const itemId of new Set(changes.map((change) => change.itemId))) {
          if (inTheWay.has(itemId)) continue
          const own = changes.filter((change) => change.itemId === itemId)
          assert.deepEqual(saidOf(items.get(itemId)!), expected(own, `a-${run}`), JSON.stringify(steps))
        }
      }),
      { numRuns: 50, examples: SEEDS },
    )
  })

  it('is previewed without marking the given changes as undone', async () => {
    run += 1
    const { db, clock } = services()
    const { latest: start } = await historyOf(db, accountId).range()
    const agent = byAgent({ id: 'previewed', name: 'previewed' })
    await act([{ who: 1, item: 2, doing: 'mark-read', which: 0 }], [PERSON, agent], start)
    const made = await historyOf(db, accountId).after(start, 500)
    const changes = made.filter(({ actor }) => actor.agent?.id === 'previewed').toReversed()
    const outcomes = await previewUndos(db, accountId, { changes, now: clock.now() })
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['undone', 'undone'],
    )
    assert.deepEqual(
      changes.map(({ undoneBy }) => undoneBy),
      [null, null],
    )
  })

  /** Three items are there from the beginning, the first two the person's, the third saved by the first agent. */
  async function act(steps: Step[], actors: Actor[], start: number): Promise<void> {
    const ids: string[] = []
    const save = async (item: number, actor: Actor) => {
      const [saveLink] = queueActions
      assert.ok(saveLink?.outcome === 'saved')
      const url = deadLink(`${run}/${item}`)
      const [saved] = await runQueueAction(
        services(),
        { accountId, caller: actor, action: saveLink },
        { url, tags: `x${item}` },
      )
      ids[item] = saved!.item.id
    }
    await save(0, PERSON)
    await save(1, PERSON)
    await save(2, actors[1]!)
    for (const { who, item, doing, which } of steps) {
      const actor = actors[who]!
      try {
        if (doing === 'save-link') await save(item, actor)
        else if (doing === 'undo-change') await undoLast(actor, ids[item]!, { which, start })
        else {
          const action = itemActions.find(({ name }) => name === doing)!
          await runItemAction(
            services(),
            { accountId, caller: actor, action, itemId: ids[item]! },
            inputOf(which),
          )
        }
      } catch (error) {
        if (!(error instanceof Failure) || !['not_offered', 'invalid_input'].includes(error.code)) throw error
      }
    }
  }

  /** Takes back the last change of an item but `which`. */
  async function undoLast(
    actor: Actor,
    itemId: string,
    { which, start }: { which: number; start: number },
  ): Promise<void> {
    const undoChange = queueActions.find(({ name }) => name === 'undo-change')
    assert.ok(undoChange?.outcome === 'undone')
    const changes = await historyOf(services().db, accountId).after(start, 500)
    const own = changes.filter((change) => change.itemId === itemId && change.actor.kind !== 'service')
    const change = own.at(-1 - which)?.sequence
    if (change !== undefined)
      await runQueueAction(services(), { accountId, caller: actor, action: undoChange }, { change })
  }
})

function inputOf(which: number): Record<string, unknown> {
  return {
    tag: ['x0', 'new', 'other'][which % 3],
    title: which % 2 === 0 ? `Title ${which}` : '',
    note: `Note ${which % 3}`,
    until: `203${which}-01-01`,
    progress: which / 10,
  }
}

function numbersOf(outcomes: { change: Change }[]): number[] {
  return outcomes.map(({ change }) => change.sequence)
}

/**
 * What is left of an item without one agent: all that the others did, one after the other. What they undid of the
 * agent's is left out, whoever undid that undo again; what they undid of their own is a change as any other.
 */
function expected(changes: Change[], without: string): unknown {
  const [made, ...rest] = changes
  assert.ok(made?.after)
  const isWithout = ({ actor }: Change) => actor.agent?.id === without
  const bySequence = new Map(changes.map((change) => [change.sequence, change]))
  const rootOf = (change: Change): Change => {
    const undone = change.undoes === null ? undefined : bySequence.get(change.undoes)
    return undone ? rootOf(undone) : change
  }
  const item = { ...(made.after as RecordedItem) }
  if (isWithout(made)) item.removedAt = 1
  const counting = rest.filter((change) => !isWithout(change) && !isWithout(rootOf(change)))
  const between = rest.filter((change) => isWithout(change) && change.undoneBy === null)
  for (const [name, { to }] of settled([...counting, ...between], without)) {
    const tag = name.startsWith('tag ') ? name.slice(4) : undefined
    if (tag === undefined) Object.assign(item, { [name]: to })
    else if (to) item.tags = [...new Set([...item.tags, tag])].sort()
    else item.tags = item.tags.filter((other) => other !== tag)
  }
  return saidOf(item)
}

type Part = { isOwn: boolean; from: unknown; to: unknown }

/** The last of what the others did to each thing of an item, where it did not come to where it had begun. */
function settled(changes: Change[], without: string): Map<string, Part> {
  const steps = new Map<string, Part[]>()
  for (const change of changes.toSorted((a, b) => a.sequence - b.sequence))
    for (const [name, from, to] of partsOf(change)) {
      const before = steps.get(name) ?? []
      const step = { isOwn: change.actor.agent?.id === without, from, to }
      const run = before.length - 1 - before.findLastIndex(({ isOwn }) => isOwn)
      const begun = before.findIndex(
        ({ from }, index) => index >= before.length - run && JSON.stringify(from) === JSON.stringify(to),
      )
      if (step.isOwn || begun < 0) steps.set(name, [...before, step])
      else steps.set(name, before.slice(0, begun))
    }
  const last = [...steps].map(([name, all]) => [name, all.findLast(({ isOwn }) => !isOwn)] as const)
  return new Map(last.filter((pair): pair is [string, Part] => pair[1] !== undefined))
}

/** What a line changed: fields, each tag by itself, and whether the item was removed, whenever that was. */
function partsOf(change: Change): [name: string, from: unknown, to: unknown][] {
  const [before, after] = [withoutRemovalTime(change.before), withoutRemovalTime(change.after)]
  if (!before || !after) return []
  const { tags = [], ...fields } = after
  const was = before.tags ?? []
  const changed = [...tags.filter((tag) => !was.includes(tag)), ...was.filter((tag) => !tags.includes(tag))]
  return [
    ...changed.map((tag): [string, unknown, unknown] => [
      `tag ${tag}`,
      was.includes(tag),
      tags.includes(tag),
    ]),
    ...Object.entries(fields).map(([name, to]): [string, unknown, unknown] => [
      name,
      before[name as keyof RecordedItem],
      to,
    ]),
  ]
}

function withoutRemovalTime<T extends Partial<RecordedItem>>(item: T | null): T | null {
  return item?.removedAt ? { ...item, removedAt: 1 } : item
}

function saidOf(item: RecordedItem): unknown {
  const {
    givenTitle,
    titleBy,
    tags,
    note,
    noteBy,
    reason,
    savedBy,
    savedAt,
    readAt,
    favouritedAt,
    snoozedUntil,
  } = item
  const { progress, removedAt } = item
  return {
    said: [
      givenTitle,
      titleBy,
      tags,
      note,
      noteBy,
      reason,
      savedBy,
      savedAt,
      readAt,
      favouritedAt,
      snoozedUntil,
      progress,
    ],
    isRemoved: removedAt !== null,
  }
}
