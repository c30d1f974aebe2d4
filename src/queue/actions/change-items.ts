import { Failure } from '../../failure.ts'
import { type ItemAction, queueAction, type QueueActionWith, type Skipped } from './action.ts'
import type { QueueChange } from '../change/change-queue.ts'
import type { Fields } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { itemsOf } from '../lists/items.ts'
import { undoableAct } from '../history/act.ts'
import { parseInput } from '../input/parse-input.ts'
import { ALREADY_APPLIED, refusalOf } from './refusal.ts'
import { MAX_TAG_LENGTH } from '../model/tag.ts'

/** The fields of the item actions that take any. */
const FIELDS = {
  tag: {
    kind: 'tag',
    title: 'Tag',
    hint: 'For tag-item and untag-item',
    maxLength: MAX_TAG_LENGTH,
  },
  until: {
    kind: 'instant',
    title: 'Until',
    hint: 'For snooze-item: a date (2026-12-24, UTC) or an RFC 3339 instant',
  },
} as const satisfies Fields

/**
 * Creates the action that runs an item action on several items. It offers those item actions whose fields, if any, are
 * all among its own. Items that do not offer the action are skipped, so an agent may retry.
 */
export function changingItems(itemActions: ItemAction[]): QueueActionWith<'changes'> {
  const supported = itemActions.filter(({ fields }) => Object.keys(fields).every((name) => name in FIELDS))
  return queueAction({
    name: 'change-items',
    title: 'Change several items',
    description:
      'Do one thing to up to 100 items at once. Items that do not allow it are skipped and named; an unknown id changes nothing.',
    path: 'change-items',
    outcome: 'changes',
    fields: {
      items: { kind: 'ids', title: 'Items', hint: 'Ids of the items', required: true },
      action: {
        kind: 'choice',
        title: 'What to do',
        choices: supported.map(({ name }) => name),
        required: true,
      },
      ...FIELDS,
    },
    async run(queue, { items, action: name }, raw) {
      const action = supported.find((known) => known.name === name)!
      // Invalid fields are reported even if no item offers the action.
      parseInput(action.fields, raw)
      const planned: { item: Item; after: Item }[] = []
      const skipped: Skipped[] = []
      for (const item of await findAll(queue, items)) {
        const refusal = action.isDone(item, raw) ? ALREADY_APPLIED : refusalOf(action, item)
        const after = refusal === undefined ? action.apply(item, raw, queue) : item
        if (after === item) skipped.push({ item, reason: refusal ?? ALREADY_APPLIED })
        else planned.push({ item, after })
      }
      queue.expectChanges(planned.length)
      const changed: Item[] = []
      for (const { item, after } of planned) changed.push(await queue.saveItem(item, after, { action: name }))
      return { action, changed, skipped, act: undoableAct(queue.changes) }
    },
  })
}

/** The items in the order of the ids given. Throws `invalid_input` that points at each unknown id. */
async function findAll({ tx, accountId }: QueueChange, ids: string[]): Promise<Item[]> {
  const known = await itemsOf(tx, accountId).findAll(ids)
  const detail = 'There is no such item in this queue.'
  const mistakes = ids.flatMap((id, index) => {
    return known.has(id) ? [] : [{ pointer: `#/items/${index}`, detail }]
  })
  if (mistakes.length > 0) throw new Failure('invalid_input', `${detail} Nothing was changed.`, { mistakes })
  return [...new Set(ids)].map((id) => known.get(id)!)
}
