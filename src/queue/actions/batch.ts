import { Failure, invalidField } from '../../failure.ts'
import { type Fields, type Input, LINK_FIELDS, type RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Item } from '../model/item.ts'
import { MAX_AGENT_REQUEST_LENGTH } from '../model/agent-request.ts'
import { MAX_TAG_LENGTH } from '../model/tag.ts'
import { MAX_QUERY } from '../search/query.ts'
import type { ItemAction, ItemContext } from './action.ts'
import { EXTRACTION_FIELD } from './refetch-item.ts'
import { ALREADY_APPLIED, refusalOf } from './refusal.ts'

/** The fields of a batch that give an item action its input, each with the action and its field. */
const INPUTS = {
  tag: { action: 'tag-item', field: 'tag' },
  untag: { action: 'untag-item', field: 'tag' },
  until: { action: 'snooze-item', field: 'until' },
  progress: { action: 'set-progress', field: 'progress' },
  extraction: { action: 'refetch-item', field: 'extraction' },
  request: { action: 'ask-agent', field: 'request' },
  answer: { action: 'answer-request', field: 'answer' },
} as const

/** The item actions among these whose fields, if any, a batch has as well. */
export function batchActions(itemActions: ItemAction[]): ItemAction[] {
  const known = Object.values(INPUTS)
  return itemActions.filter(({ name, fields }) =>
    Object.keys(fields).every((field) =>
      known.some((input) => input.action === name && input.field === field),
    ),
  )
}

/** What a batch takes for some items: which ones, and what to do to them. */
export function groupFields(actions: ItemAction[]) {
  return {
    items: { kind: 'ids', title: 'Items', hint: 'Ids or addresses; or query' },
    action: {
      kind: 'choices',
      title: 'What to do',
      hint: 'May be left out beside what follows',
      choices: actions.map(({ name }) => name),
    },
    tag: { kind: 'tags', title: 'Tag', hint: 'Tags to put on', maxLength: MAX_TAG_LENGTH },
    until: {
      kind: 'instant',
      isAhead: true,
      title: 'Until',
      hint: 'Snooze until: date (UTC) or instant with zone',
    },
    request: {
      kind: 'line',
      title: 'Request',
      hint: 'Ask agents to do this',
      maxLength: MAX_AGENT_REQUEST_LENGTH,
    },
    query: {
      kind: 'line',
      title: 'Query',
      hint: 'Or all that match',
      maxLength: MAX_QUERY,
      isForPrograms: true,
    },
    untag: {
      kind: 'tags',
      title: 'Tags to remove',
      maxLength: MAX_TAG_LENGTH,
      isForPrograms: true,
    },
    progress: {
      kind: 'fraction',
      title: 'How far, from 0 to 1',
      isForPrograms: true,
    },
    answer: {
      kind: 'text',
      title: 'Answer',
      hint: 'Answer the request, which closes it',
      maxLength: LINK_FIELDS.note.maxLength,
      isForPrograms: true,
    },
    extraction: EXTRACTION_FIELD,
  } as const satisfies Fields
}

export type GroupInput = Input<ReturnType<typeof groupFields>>

/** One action on each item of a group, with its input. */
type Step = { action: ItemAction; raw: RawInput }

/**
 * What a group asks for: its actions, and those that its other fields imply. Throws `invalid_input` if that is nothing, or
 * if a value is missing or wrong.
 */
export function stepsOf(supported: ItemAction[], input: GroupInput): Step[] {
  const { action: names = [] } = input
  const isUntagging = names.includes('untag-item')
  const isTagMeant = input.untag !== undefined || !isUntagging || names.includes('tag-item')
  const given: { [name in keyof typeof INPUTS]: unknown } = {
    ...input,
    tag: isTagMeant ? input.tag : undefined,
    untag: input.untag ?? (isUntagging ? input.tag : undefined),
    until: input.until === undefined ? undefined : new Date(input.until).toISOString(),
  }
  const values = new Map<string, unknown[]>(
    Object.entries(INPUTS).map(([name, { action }]) => {
      const value = given[name as keyof typeof INPUTS] ?? []
      return [action, Array.isArray(value) ? value : [value]]
    }),
  )
  const implied = [...values.keys()].filter((name) => values.get(name)!.length > 0 && !names.includes(name))
  const steps = [...names, ...implied].flatMap((name): Step[] => {
    const action = supported.find((known) => known.name === name)!
    const [field] = Object.keys(action.fields)
    if (field === undefined) return [{ action, raw: {} }]
    const inputs = values.get(name) ?? []
    return (inputs.length > 0 ? inputs : [undefined]).map((value) => ({ action, raw: { [field]: value } }))
  })
  if (steps.length === 0) {
    const inputs = Object.keys(INPUTS)
    throw invalidField(
      'action',
      `"action" is required, or one of ${inputs.slice(0, -1).join(', ')} and ${inputs.at(-1)}.`,
    )
  }
  rejectOpposites(steps)
  // Wrong values are reported even if no item offers the action.
  for (const { action, raw } of steps) parseInput(action.fields, raw)
  return steps
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
    const refusal = refusalOf(action, after)
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
