import { Failure, type InputMistake, invalidField } from '../../failure.ts'
import {
  type Changes,
  type ItemAction,
  queueAction,
  type QueueActionWith,
  type QueueAsker,
  type Skipped,
} from './action.ts'
import { batchActions, groupFields, type GroupInput, requireItems, runSteps, stepsOf } from './batch.ts'
import type { QueueChange } from '../change/change-queue.ts'
import { type Fields, MAX_IDS, type RawInput } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { selectItemKeysFrom } from '../items/select-items.ts'
import { itemsOf } from '../lists/items.ts'
import { listsOf, type ListServices } from '../lists/lists.ts'
import { filterOf } from '../lists/search.ts'
import { undoableAct } from '../history/act.ts'
import { differenceOf } from '../history/change.ts'
import { isAddress, listIn } from '../input/list-value.ts'
import { parseInput } from '../input/parse-input.ts'
import { parseStrictQuery } from '../search/strict-query.ts'
import { ALREADY_APPLIED } from './refusal.ts'
import { rejectUnknown } from '../input/unknown-name.ts'

const NAME = 'change-items'
const OTHERWISE = ', or "changes" for different changes'

/**
 * Creates the action that runs item actions on several items: on one group of items, or on several groups with different
 * actions. It offers those item actions whose fields, if any, it has as well. Items that do not allow all of their actions
 * are skipped, so an agent may retry.
 */
export function changingItems(itemActions: ItemAction[]): QueueActionWith<'changes'> {
  const supported = batchActions(itemActions)
  const GROUP = groupFields(supported)
  const groupsOf = (changes: RawInput[], now: number): GroupInput[] =>
    changes.map((raw, index) => {
      try {
        rejectUnknown(raw, Object.keys(GROUP), { noun: 'member', subject: 'Each of "changes"' })
        return parseInput(GROUP, raw, now)
      } catch (error) {
        throw pointInto(error, `#/changes/${index}`)
      }
    })
  return queueAction({
    name: NAME,
    title: 'Change several items',
    description: `Change up to ${MAX_IDS} items at once, by ids, addresses or a query. undo_change undoes it all. Items that do not allow it are skipped and named; an unknown one changes nothing.`,
    path: NAME,
    outcome: 'changes',
    fields: {
      ...GROUP,
      changes: {
        kind: 'objects',
        title: 'Different changes',
        hint: 'Instead: objects with these arguments',
        isForPrograms: true,
      },
      preview: {
        kind: 'flag',
        title: 'Preview',
        hint: 'true: only say what it would do',
        isForPrograms: true,
      },
    },
    async prepare(services, asker, raw) {
      const resolve = async (group: RawInput): Promise<RawInput> => {
        const { items, query } = parseInput(
          { items: GROUP.items, query: GROUP.query } satisfies Fields,
          group,
        )
        if (query === undefined) return group
        requireItems({ items, query })
        return { ...group, items: await idsMatching(services, asker, query) }
      }
      const changes = listIn(raw['changes'])
      if (!Array.isArray(changes)) return resolve(raw)
      return {
        ...raw,
        changes: await Promise.all(changes.map((group) => (isGroup(group) ? resolve(group) : group))),
      }
    },
    async run(queueChange, { changes, preview = false, ...whole }) {
      const isWhole = Object.values(whole).some((value) => value !== undefined)
      if (changes !== undefined && isWhole) {
        throw invalidField('changes', 'Give "changes" or arguments for all items, not both.')
      }
      const groups = (changes ? groupsOf(changes, queueChange.now) : [whole]).map((input) => {
        if (input.query === undefined) requireItems(input, changes ? '' : OTHERWISE)
        return { ids: input.items ?? [], steps: stepsOf(supported, input), query: input.query }
      })
      const unmatched = groups.flatMap(({ ids, query }) => (ids.length === 0 && query ? [query] : []))
      const known = await findAll(
        queueChange,
        groups.flatMap(({ ids }) => ids),
      )
      const planned = new Map<string, { before: Item; after: Item; names: Set<string> }>()
      const refused: Skipped[] = []
      for (const { ids, steps } of groups) {
        // An item may be named by its id and by its address.
        const items = new Map(ids.map((name) => [known.get(name)!.id, known.get(name)!]))
        for (const before of items.values()) {
          const earlier = planned.get(before.id)
          const result = runSteps(earlier?.after ?? before, steps, queueChange)
          if ('refusal' in result) refused.push({ item: before, reason: result.refusal })
          else {
            const names = new Set([...(earlier?.names ?? []), ...steps.map(({ action }) => action.name)])
            planned.set(before.id, { before, after: result.after, names })
          }
        }
      }
      // What one group does and another undoes is no change.
      const [all, none] = partition([...planned.values()], ({ before, after }) => differ(before, after))
      refused.push(...none.map(({ before }) => ({ item: before, reason: ALREADY_APPLIED })))
      const named = new Set(all.map(({ before }) => before.id))
      const skipped = refused.filter(
        ({ item, reason }) => reason !== ALREADY_APPLIED || (!named.has(item.id) && named.add(item.id)),
      )
      const actions = [...new Set(groups.flatMap(({ steps }) => steps.map(({ action }) => action)))]
      if (preview) {
        const changed = all.map(({ after }) => after)
        return { actions, isPreview: true, changed, skipped, unmatched, act: null }
      }
      queueChange.expectChanges(all.length)
      const changed: Item[] = []
      for (const { before, after, names } of all) {
        const [only] = names
        const action = names.size === 1 && only !== undefined ? only : NAME
        changed.push(await queueChange.saveItem(before, after, { action }))
      }
      const act = undoableAct(queueChange.changes)
      const done: Changes = { actions, isPreview: false, changed, skipped, unmatched, act }
      return done
    },
  })
}

/** The ids of all items that match. Throws `invalid_input` if they are too many for one change. */
async function idsMatching(services: ListServices, asker: QueueAsker, query: string): Promise<string[]> {
  if (asker.agent) parseStrictQuery(query, asker)
  const { items } = await listsOf(services, asker.accountId).pageOf(
    { filter: filterOf(query, asker), limit: MAX_IDS + 1 },
    selectItemKeysFrom,
  )
  if (items.length > MAX_IDS) {
    throw invalidField('query', `More than ${MAX_IDS} items match. Nothing was changed; narrow the query.`)
  }
  return items.map(({ id }) => id)
}

/** Unknown items that a refusal names in words. */
const MAX_UNKNOWN_NAMED = 10

/** The items by the ids and addresses given. Throws `invalid_input` that points at each unknown one. */
async function findAll({ tx, accountId }: QueueChange, given: string[]): Promise<Map<string, Item>> {
  const items = itemsOf(tx, accountId)
  const distinct = [...new Set(given)]
  if (distinct.length > MAX_IDS)
    throw new Failure('invalid_input', `Change at most ${MAX_IDS} items at once.`)
  const byAddress = await items.findByAddresses(distinct.filter(isAddress))
  const byId = await items.findAll(distinct.filter((id) => !isAddress(id)))
  const known = new Map([...byAddress, ...byId])
  const mistakes = given.flatMap((id, index): InputMistake[] => {
    const detail = `There is no item ${id.slice(0, 100)} in this queue.`
    return known.has(id) ? [] : [{ pointer: `#/items/${index}`, detail }]
  })
  if (mistakes.length > 0) {
    const named = mistakes.slice(0, MAX_UNKNOWN_NAMED).map(({ detail }) => detail)
    const rest = mistakes.length - named.length
    const more = rest > 0 ? [`And ${rest} more.`] : []
    throw new Failure('invalid_input', [...named, ...more, 'Nothing was changed.'].join(' '), { mistakes })
  }
  return known
}

function differ(before: Item, after: Item): boolean {
  return differenceOf(before, after) !== undefined
}

/** Those for which something holds, and the others. */
function partition<T>(all: T[], holds: (one: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((one) => !holds(one))]
}

function isGroup(value: unknown): value is RawInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pointInto(error: unknown, at: string): unknown {
  if (!(error instanceof Failure) || !error.extras.mistakes) return error
  const mistakes = error.extras.mistakes.map(({ pointer, detail }) => ({
    pointer: pointer.replace('#', at),
    detail,
  }))
  return new Failure(error.code, error.detail, { ...error.extras, mistakes })
}
