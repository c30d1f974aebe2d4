import { Failure, type InputError, invalidField } from '../../failure.ts'
import {
  type ItemAction,
  queueAction,
  type QueueActionWith,
  type AccountQueryContext,
  type Skipped,
} from './action.ts'
import {
  batchActions,
  groupFields,
  type GroupInput,
  planSteps,
  requireItems,
  runSteps,
  type Step,
} from './batch.ts'
import type { QueueChange } from '../change/queue-change.ts'
import { type Field, type Fields, MAX_IDS, type RawInput } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { selectItemKeysFrom } from '../items/select-items.ts'
import { itemsOf } from '../lists/items.ts'
import { listsOf, type ListServices } from '../lists/lists.ts'
import { parseFilter } from '../lists/search.ts'
import { undoableAct } from '../history/act.ts'
import { computeDifference } from '../history/change.ts'
import { isAddress } from '../input/list-value.ts'
import { parseInput } from '../input/parse-input.ts'
import { parseStrictQuery } from '../search/strict-query.ts'
import { ALREADY_APPLIED } from './refusal.ts'
import { rejectUnknown } from '../input/unknown-name.ts'

const NAME = 'change-items'
const OR_CHANGES = ', or "changes" for different changes'

const CHANGES = {
  kind: 'objects',
  title: 'Different changes',
  hint: 'Instead: objects with these arguments',
  isApiOnly: true,
} as const satisfies Field

/**
 * Creates the action that runs item actions on several items: on one group of items, or on several groups with different
 * actions. It supports the item actions whose fields it has as well. Items that don't offer all of their actions are
 * skipped, so an agent may retry.
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
    description: `Change up to ${MAX_IDS} items at once. undo_change undoes it all. Items that do not allow it are skipped and named; an unknown one changes nothing.`,
    path: NAME,
    outcome: 'changes',
    fields: {
      ...GROUP,
      changes: CHANGES,
      preview: {
        kind: 'flag',
        title: 'Preview',
        hint: 'true: only say what it would do',
        isApiOnly: true,
      },
    },
    async prepare(services, queryContext, raw) {
      const resolve = async (group: RawInput): Promise<RawInput> => {
        const { items, query } = parseInput(
          { items: GROUP.items, query: GROUP.query } satisfies Fields,
          group,
        )
        if (query === undefined) return group
        requireItems({ items, query })
        return { ...group, items: await idsMatching(services, queryContext, query) }
      }
      const { changes } = parseInput({ changes: CHANGES }, raw)
      if (!changes) return resolve(raw)
      // One after the other, since few searches of an account may wait.
      const resolved: RawInput[] = []
      for (const group of changes) resolved.push(await resolve(group))
      return { ...raw, changes: resolved }
    },
    async run(queueChange, { changes, preview = false, ...whole }) {
      const isWhole = Object.values(whole).some((value) => value !== undefined)
      if (changes !== undefined && isWhole) {
        throw invalidField('changes', 'Give "changes" or arguments for all items, not both.')
      }
      const groups = (changes ? groupsOf(changes, queueChange.now) : [whole]).map((input) => {
        if (input.query === undefined) requireItems(input, changes ? '' : OR_CHANGES)
        return { ids: input.items ?? [], steps: planSteps(supported, input), query: input.query }
      })
      const unmatched = groups.flatMap(({ ids, query }) => (ids.length === 0 && query ? [query] : []))
      const actions = [...new Set(groups.flatMap(({ steps }) => steps.map(({ action }) => action)))]
      const { planned, skipped } = await planChanges(queueChange, groups)
      const outcome = { actions, skipped, unmatched }
      if (preview)
        return { ...outcome, isPreview: true, changed: planned.map(({ after }) => after), act: null }
      const changed = await saveChanges(queueChange, planned)
      return { ...outcome, isPreview: false, changed, act: undoableAct(queueChange.changes) }
    },
  })
}

type Group = { ids: string[]; steps: Step[] }
/** An item before and after all groups, and the names of the actions that were run on it. */
type PlannedChange = { before: Item; after: Item; names: Set<string> }

/** Runs the steps of all groups on their items, without saving anything. */
async function planChanges(
  queueChange: QueueChange,
  groups: Group[],
): Promise<{ planned: PlannedChange[]; skipped: Skipped[] }> {
  const known = await findAll(
    queueChange,
    groups.flatMap(({ ids }) => ids),
  )
  const byId = new Map<string, PlannedChange>()
  const refused: Skipped[] = []
  for (const { ids, steps } of groups) {
    // The same item may be named by its id and by its URL.
    const items = new Map(ids.map((name) => [known.get(name)!.id, known.get(name)!]))
    for (const before of items.values()) {
      const earlier = byId.get(before.id)
      const result = runSteps(earlier?.after ?? before, steps, queueChange)
      if ('refusal' in result) refused.push({ item: before, reason: result.refusal })
      else {
        const names = new Set([...(earlier?.names ?? []), ...steps.map(({ action }) => action.name)])
        byId.set(before.id, { before, after: result.after, names })
      }
    }
  }
  // If one group reverses what another did, the item doesn't change.
  const isChanged = ({ before, after }: PlannedChange) => computeDifference(before, after) !== undefined
  const planned = [...byId.values()].filter(isChanged)
  const unchanged = [...byId.values()].filter((one) => !isChanged(one))
  refused.push(...unchanged.map(({ before }) => ({ item: before, reason: ALREADY_APPLIED })))
  const named = new Set(planned.map(({ before }) => before.id))
  const skipped = refused.filter(
    ({ item, reason }) => reason !== ALREADY_APPLIED || (!named.has(item.id) && named.add(item.id)),
  )
  return { planned, skipped }
}

async function saveChanges(queueChange: QueueChange, planned: PlannedChange[]): Promise<Item[]> {
  queueChange.expectChanges(planned.length)
  const changed: Item[] = []
  for (const { before, after, names } of planned) {
    const [only] = names
    const action = names.size === 1 && only !== undefined ? only : NAME
    changed.push(await queueChange.saveItem(before, after, { action }))
  }
  return changed
}

/** The ids of all items that match. Throws `invalid_input` if they are too many for one change. */
async function idsMatching(
  services: ListServices,
  queryContext: AccountQueryContext,
  query: string,
): Promise<string[]> {
  if (queryContext.agent) parseStrictQuery(query, queryContext)
  const { items } = await listsOf(services, queryContext.accountId).pageOf(
    { filter: parseFilter(query, queryContext), limit: MAX_IDS + 1 },
    selectItemKeysFrom,
  )
  if (items.length > MAX_IDS) {
    throw invalidField('query', `More than ${MAX_IDS} items match. Nothing was changed; narrow the query.`)
  }
  return items.map(({ id }) => id)
}

/** The most unknown items that the detail of a failure names. */
const MAX_UNKNOWN_NAMED = 10

/** The items by the ids and addresses given. Throws `invalid_input` that points at each unknown one. */
async function findAll({ tx, accountId }: QueueChange, given: string[]): Promise<Map<string, Item>> {
  const items = itemsOf(tx, accountId)
  if (given.length > MAX_IDS) {
    const detail = `Change at most ${MAX_IDS} items at once. One that several changes name counts for each.`
    throw new Failure('invalid_input', detail)
  }
  const distinct = [...new Set(given)]
  const byAddress = await items.findByAddresses(distinct.filter(isAddress))
  const byId = await items.findAll(distinct.filter((id) => !isAddress(id)))
  const known = new Map([...byAddress, ...byId])
  const errors = given.flatMap((id, index): InputError[] => {
    const detail = `There is no item ${id.slice(0, 100)} in this queue.`
    return known.has(id) ? [] : [{ pointer: `#/items/${index}`, detail }]
  })
  if (errors.length > 0) {
    const named = errors.slice(0, MAX_UNKNOWN_NAMED).map(({ detail }) => detail)
    const rest = errors.length - named.length
    const more = rest > 0 ? [`And ${rest} more.`] : []
    throw new Failure('invalid_input', [...named, ...more, 'Nothing was changed.'].join(' '), { errors })
  }
  return known
}

function pointInto(error: unknown, at: string): unknown {
  if (!(error instanceof Failure) || !error.extras.errors) return error
  const errors = error.extras.errors.map(({ pointer, detail }) => ({
    pointer: pointer.replace('#', at),
    detail,
  }))
  return new Failure(error.code, error.detail, { ...error.extras, errors })
}
