import type { Api } from './api.ts'
import { selfOf } from './api.ts'
import { Failure } from './failure.ts'
import { actionOf, type Entity, textsOf } from './siren.ts'

/** What a person changed about an item: what its note is now, and its tags. */
export type Edit = { note?: string; add?: string[]; remove?: string[] }

/** Both edits as one, the second after the first. */
export function joinEdits(first: Edit, second: Edit): Edit {
  const { add = [], remove = [] } = second
  const note = second.note ?? first.note
  return {
    ...(note === undefined ? {} : { note }),
    add: [...(first.add ?? []).filter((tag) => ![...add, ...remove].includes(tag)), ...add],
    remove: [...(first.remove ?? []).filter((tag) => ![...add, ...remove].includes(tag)), ...remove],
  }
}

/** An item as it is after an edit. */
export function withEdit(item: Entity, { note, add = [], remove = [] }: Edit): Entity {
  const tags = textsOf(item.properties['tags']).filter((tag) => ![...add, ...remove].includes(tag))
  const changed = { ...(note === undefined ? {} : { note }), tags: [...tags, ...add] }
  return { ...item, properties: { ...item.properties, ...changed } }
}

/** Submits an edit, which may be repeated; throws `gone` where the item does not offer it. */
export async function submitEdit(api: Api, before: Entity, edit: Edit): Promise<Entity> {
  const { note, add = [], remove = [] } = edit
  let item = before
  if (note !== undefined) item = await submitAction(api, item, { name: 'edit-item', fields: { note } })
  for (const tag of add) item = await submitAction(api, item, { name: 'tag-item', fields: { tag } })
  for (const tag of remove) {
    if (textsOf(item.properties['tags']).includes(tag))
      item = await submitAction(api, item, { name: 'untag-item', fields: { tag } })
  }
  return item
}

/** Submits an action of an item; returns the item as it is then. Throws `gone` if it is not offered. */
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
