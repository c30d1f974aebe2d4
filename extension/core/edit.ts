import type { Api } from './api.ts'
import { selfOf } from './api.ts'
import { Failure } from './failure.ts'
import { actionOf, type Entity, stringsOf } from './siren.ts'

/** A person's change of an item: its new note, and the tags to add and remove. */
export type Edit = { note?: string; add?: string[]; remove?: string[] }

/** Joins two edits into one that has the effect of the first, then the second. */
export function joinEdits(first: Edit, second: Edit): Edit {
  const { add = [], remove = [] } = second
  const note = second.note ?? first.note
  return {
    ...(note === undefined ? {} : { note }),
    add: [...(first.add ?? []).filter((tag) => ![...add, ...remove].includes(tag)), ...add],
    remove: [...(first.remove ?? []).filter((tag) => ![...add, ...remove].includes(tag)), ...remove],
  }
}

/** The item with an edit applied to it, without asking the service. */
export function withEdit(item: Entity, { note, add = [], remove = [] }: Edit): Entity {
  const tags = stringsOf(item.properties['tags']).filter((tag) => ![...add, ...remove].includes(tag))
  const properties = { ...(note === undefined ? {} : { note }), tags: [...tags, ...add] }
  return { ...item, properties: { ...item.properties, ...properties } }
}

/** Submits an edit; repeating it changes nothing more. Throws `gone` if the item does not offer an action for it. */
export async function submitEdit(api: Api, original: Entity, edit: Edit): Promise<Entity> {
  const { note, add = [], remove = [] } = edit
  let item = original
  if (note !== undefined) item = await submitAction(api, item, { name: 'edit-item', fields: { note } })
  for (const tag of add) item = await submitAction(api, item, { name: 'tag-item', fields: { tag } })
  for (const tag of remove) {
    if (stringsOf(item.properties['tags']).includes(tag))
      item = await submitAction(api, item, { name: 'untag-item', fields: { tag } })
  }
  return item
}

/** Submits an action of an item and returns the changed item. Throws `gone` if the item does not offer the action. */
export async function submitAction(
  api: Api,
  item: Entity,
  { name, fields = {} }: { name: string; fields?: Record<string, string> | undefined },
): Promise<Entity> {
  const action = actionOf(item, name)
  if (!action) throw new Failure('gone')
  const { entity } = await api.submit(action, fields, selfOf(item))
  if (!entity) throw new Failure('not_the_service')
  return entity
}
