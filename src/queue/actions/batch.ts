import { Failure, invalidField } from '../../failure.ts'
import type { Field, Fields, Input, RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Item } from '../model/item.ts'
import { MAX_QUERY } from '../search/query.ts'
import type { ItemAction, ItemContext } from './action.ts'
import { ALREADY_APPLIED, explainRefusal } from './refusal.ts'

/** What a batch calls or takes otherwise than these actions with a field do alone; those of others follow as they are. */
const IN_BATCH: Record<string, Partial<Field> & { name?: string }> = {
  'tag-item': { kind: 'tags', hint: 'Tags to put on' },
  'untag-item': { name: 'untag', kind: 'tags', title: 'Tags to remove', isApiOnly: true },
  'snooze-item': { hint: 'Snooze until: tomorrow, monday, 7d, a date (all UTC), or instant with zone' },
  'set-progress': { hint: 'How far, from 0 to 1', isApiOnly: true },
  'refetch-item': {},
  'ask-agent': { hint: 'Ask agents to do this' },
  'answer-request': { hint: 'Answer the request, which closes it', isApiOnly: true },
  'edit-item': { hint: 'Paragraph to add to the notes' },
}

/** Actions with several fields of which a batch takes one, which is all that names the action there. */
const ONE_OF_SEVERAL: Record<string, string> = { 'edit-item': 'append' }

/** The item actions that a batch runs: those that need nothing but the item and one value at most. */
export function batchActions(itemActions: ItemAction[]): ItemAction[] {
  return itemActions.filter(
    ({ name, fields, prepare, load }) =>
      (Object.keys(fields).length <= 1 || name in ONE_OF_SEVERAL) && !prepare && !load,
  )
}

/** A field of a batch: the item action that gets its value, and what that one calls it. */
type BatchInput = { name: string; field: Field; action: ItemAction; ownName: string }

/** The fields of a batch of these actions. */
export function collectInputs(actions: ItemAction[]): BatchInput[] {
  const names = new Set([...Object.keys(IN_BATCH), ...actions.map(({ name }) => name)])
  return [...names].flatMap((actionName) => {
    const action = actions.find(({ name }) => name === actionName)
    const entry = Object.entries(action?.fields ?? {}).find(
      ([name]) => name === (ONE_OF_SEVERAL[actionName] ?? name),
    )
    if (!action || !entry) return []
    const [ownName, { required: _, ...own }] = entry
    const { name = ownName, ...otherwise } = IN_BATCH[actionName] ?? {}
    return { name, field: { ...own, ...otherwise }, action, ownName }
  })
}

/** What a batch takes for some items: which ones, and what to do to them. */
export function groupFields(actions: ItemAction[]) {
  return {
    items: { kind: 'ids', title: 'Items', hint: 'Ids or addresses; or query' },
    query: {
      kind: 'line',
      title: 'Query',
      hint: 'Or all that match',
      maxLength: MAX_QUERY,
      isApiOnly: true,
    },
    action: {
      kind: 'choices',
      title: 'What to do',
      hint: 'May be left out beside what follows',
      choices: actions.map(({ name }) => name).filter((name) => !(name in ONE_OF_SEVERAL)),
    },
    ...Object.fromEntries(collectInputs(actions).map(({ name, field }) => [name, field])),
  } as const satisfies Fields
}

export type GroupInput = Input<ReturnType<typeof groupFields>>

/** One action on each item of a group, with its input. */
export type Step = { action: ItemAction; raw: RawInput }

/**
 * What a group asks for: its actions, and those that its other fields imply. Throws `invalid_input` if that is nothing, or
 * if a value is missing or wrong.
 */
export function planSteps(supported: ItemAction[], input: GroupInput): Step[] {
  const { action: names = [], ...given }: GroupInput & RawInput = input
  const isUntagging = names.includes('untag-item')
  const isTagMeant = given['untag'] !== undefined || !isUntagging || names.includes('tag-item')
  const resolved: RawInput = {
    ...given,
    tag: isTagMeant ? given['tag'] : undefined,
    untag: given['untag'] ?? (isUntagging ? given['tag'] : undefined),
  }
  const inputs = collectInputs(supported).map(({ name, field, ...rest }) => ({
    ...rest,
    name,
    values: [resolved[name] ?? []].flat().map((value) => rawOf(field, value)),
  }))
  const implied = inputs.flatMap(({ action: { name }, values }) =>
    values.length > 0 && !names.includes(name) ? [name] : [],
  )
  const steps = [...names, ...implied].flatMap((name): Step[] => {
    const action = supported.find((known) => known.name === name)!
    const input = inputs.find((known) => known.action === action)
    if (!input) return [{ action, raw: {} }]
    const { ownName, values } = input
    return (values.length > 0 ? values : [undefined]).map((value) => ({ action, raw: { [ownName]: value } }))
  })
  if (steps.length === 0) {
    const fields = inputs.map(({ name }) => name)
    throw invalidField(
      'action',
      `"action" is required, or one of ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}.`,
    )
  }
  rejectOpposites(steps)
  // Wrong values are reported even if no item offers the action.
  for (const { action, raw } of steps) parseInput(action.fields, raw)
  return steps
}

/** A value as the action itself parses it. */
function rawOf({ kind }: Field, value: unknown): unknown {
  return kind === 'instant' ? new Date(value as number).toISOString() : value
}

/** Actions of which one undoes the other. */
const OPPOSITES = [
  ['mark-read', 'mark-unread'],
  ['favourite-item', 'unfavourite-item'],
  ['snooze-item', 'unsnooze-item'],
  ['remove-item', 'restore-item'],
] as const

/** Throws `invalid_input` if one step undoes another: nobody means that. */
function rejectOpposites(steps: Step[]): void {
  const names = new Set(steps.map(({ action }) => action.name))
  const pair = OPPOSITES.find(([one, other]) => names.has(one) && names.has(other))
  if (pair) throw invalidField('action', `"${pair[0]}" and "${pair[1]}" are opposites. Give one of them.`)
  const tagsOf = (name: string) =>
    steps.flatMap(({ action, raw }) => (action.name === name ? [raw['tag']] : []))
  const removed = new Set(tagsOf('untag-item'))
  const both = tagsOf('tag-item').find((tag) => removed.has(tag))
  if (typeof both === 'string')
    throw invalidField('untag', `The tag "${both}" can’t be both added and removed. Give it once.`)
}

/** An item after all steps, or why it stays as it is: a step that it does not allow prevents them all. */
export function runSteps(
  item: Item,
  steps: Step[],
  context: ItemContext,
): { after: Item } | { refusal: string } {
  let after = item
  for (const { action, raw } of steps) {
    if (action.isAlreadyApplied(after, raw)) continue
    const refusal = explainRefusal(action, after)
    if (refusal !== undefined) return { refusal }
    after = action.apply(after, raw, context)
  }
  return after === item ? { refusal: ALREADY_APPLIED } : { after }
}

/** Throws `invalid_input` unless a group names its items in one way; `otherwise` is what may be given instead. */
export function requireItems({ items, query }: Pick<GroupInput, 'items' | 'query'>, otherwise = ''): void {
  if (items === undefined && query === undefined)
    throw invalidField('items', `"items" or "query" is required${otherwise}.`)
  if (items !== undefined && query !== undefined) {
    throw new Failure('invalid_input', 'Give "items" or "query", not both.')
  }
}
