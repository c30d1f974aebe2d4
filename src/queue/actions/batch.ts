import { Failure, invalidField } from '../../failure.ts'
import type { ChangeContext } from '../change/change-queue.ts'
import { type Fields, type Input, MAX_IDS, type RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Item } from '../model/item.ts'
import { MAX_TAG_LENGTH } from '../model/tag.ts'
import { MAX_QUERY } from '../search/query.ts'
import type { ItemAction } from './action.ts'
import { ALREADY_APPLIED, refusalOf } from './refusal.ts'

/** The fields of the item actions that a batch can run, and which of its own fields each comes from. */
const SOURCES: Record<string, { action: string; field: string }> = {
  tag: { action: 'tag-item', field: 'tag' },
  untag: { action: 'untag-item', field: 'tag' },
  until: { action: 'snooze-item', field: 'until' },
  progress: { action: 'set-progress', field: 'progress' },
}

/** The item actions among these whose fields, if any, a batch has as well. */
export function batchActions(itemActions: ItemAction[]): ItemAction[] {
  const known = Object.values(SOURCES)
  return itemActions.filter(({ name, fields }) =>
    Object.keys(fields).every((field) => known.some((own) => own.action === name && own.field === field)),
  )
}

/** What a batch takes for some items: which ones, and what to do to them. */
export function groupFields(actions: ItemAction[]) {
  return {
    items: { kind: 'ids', title: 'Items', hint: `Up to ${MAX_IDS} ids or addresses; or give query` },
    action: {
      kind: 'choices',
      title: 'What to do',
      hint: 'One or several; may be left out beside tag, untag, until or progress',
      choices: actions.map(({ name }) => name),
    },
    tag: { kind: 'tags', title: 'Tag', hint: 'Tags to put on', maxLength: MAX_TAG_LENGTH },
    until: {
      kind: 'instant',
      title: 'Until',
      hint: 'Snooze until: a date (UTC) or an instant with its zone',
    },
    query: {
      kind: 'line',
      title: 'Query',
      hint: 'Instead of items: all that match, written as for search',
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
  const untag = input.untag ?? (names.includes('untag-item') ? input.tag : undefined)
  const isTagMeant = input.untag !== undefined || !names.includes('untag-item') || names.includes('tag-item')
  const values: Record<string, unknown[]> = {
    'tag-item': (isTagMeant ? input.tag : undefined) ?? [],
    'untag-item': untag ?? [],
    'snooze-item': input.until === undefined ? [] : [new Date(input.until).toISOString()],
    'set-progress': input.progress === undefined ? [] : [input.progress],
  }
  const implied = Object.keys(values).filter((name) => values[name]!.length > 0 && !names.includes(name))
  const steps = [...names, ...implied].flatMap((name): Step[] => {
    const action = supported.find((known) => known.name === name)!
    const [field] = Object.keys(action.fields)
    if (field === undefined) return [{ action, raw: {} }]
    const given = values[name]!
    return (given.length > 0 ? given : [undefined]).map((value) => ({ action, raw: { [field]: value } }))
  })
  if (steps.length === 0) {
    throw invalidField('action', '"action" is required, or one of tag, untag, until and progress.')
  }
  // Wrong values are reported even if no item offers the action.
  for (const { action, raw } of steps) parseInput(action.fields, raw)
  return steps
}

/** An item after all steps, or why it stays as it is: a step that it does not allow prevents them all. */
export function runSteps(
  item: Item,
  steps: Step[],
  context: ChangeContext,
): { after: Item } | { refusal: string } {
  let after = item
  for (const { action, raw } of steps) {
    if (action.isDone(after, raw)) continue
    const refusal = refusalOf(action, after)
    if (refusal !== undefined) return { refusal }
    after = action.apply(after, raw, context)
  }
  return after === item ? { refusal: ALREADY_APPLIED } : { after }
}

/** Throws `invalid_input` unless a group names its items in one way. */
export function requireItems({ items, query }: Pick<GroupInput, 'items' | 'query'>): void {
  if (items === undefined && query === undefined)
    throw invalidField('items', '"items" or "query" is required.')
  if (items !== undefined && query !== undefined) {
    throw new Failure('invalid_input', 'Give "items" or "query", not both.')
  }
}
