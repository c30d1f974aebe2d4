import { selfOf } from '../core/api.ts'
import { type Edit, joinEdits, withEdit } from '../core/edit.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry, type OutboxEntry } from '../core/outbox.ts'
import type { Entity } from '../core/siren.ts'
import { currentEntries, enqueue, send, updateAlarmAndBadge, withdraw } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'

/** An item after the person's edit. `hasQueuedChange` if the edit is still in the outbox. */
export type EditedItem = { item: Entity; hasQueuedChange: boolean }

/** Adds an edit of an item to the outbox. */
export async function queueEdit(url: string, item: Entity, edit: Edit): Promise<EditedItem> {
  const link = { url, title: item.title ?? '', tags: '', note: '', edit: { self: selfOf(item), ...edit } }
  await enqueue(link)
  await updateAlarmAndBadge()
  return { item: withEdit(item, edit), hasQueuedChange: true }
}

/** Joins an edit to the queued edit of an item and sends both; undefined if the item has no queued edit. */
export async function sendWithQueuedEdit(item: Entity, edit: Edit): Promise<EditedItem | undefined> {
  const entry = await queuedEditOf(item)
  if (!entry) return undefined
  const self = selfOf(item)
  const amended = await outboxStore.change(entry.id, (current) =>
    amendEntry(current, { edit: { self, ...joinEdits(current.edit ?? {}, edit) } }),
  )
  return amended && sendEdit(entry.id, item)
}

/** Sends the queued edit of an item; undefined if it has none, or the service refused it before. */
export async function sendQueuedEdit(item: Entity): Promise<EditedItem | undefined> {
  const entry = await queuedEditOf(item)
  return entry && entry.dueAt !== null ? sendEdit(entry.id, item) : undefined
}

/** Takes the queued edit of an item out of the outbox, if there is one. */
export async function withdrawQueuedEdit(item: Entity): Promise<void> {
  const entry = await queuedEditOf(item)
  if (entry) await withdraw(entry.id)
}

/** The item with its queued edit applied. */
export async function withQueuedEdit(item: Entity): Promise<Entity> {
  const { edit } = (await queuedEditOf(item)) ?? {}
  return edit ? withEdit(item, edit) : item
}

async function queuedEditOf(item: Entity): Promise<OutboxEntry | undefined> {
  const self = selfOf(item)
  return (await currentEntries()).find(({ edit }) => edit?.self === self)
}

async function sendEdit(id: number, item: Entity): Promise<EditedItem | undefined> {
  try {
    const outcome = await send(id)
    if (outcome.kind === 'saved') return { item: outcome.item, hasQueuedChange: false }
    const { edit, failure, dueAt } = outcome.entry
    if (dueAt === null && failure) throw new Failure(failure.code, failure.detail)
    return { item: withEdit(item, edit ?? {}), hasQueuedChange: true }
  } catch (error) {
    // The entry was sent a moment ago, for example by the alarm.
    if (asFailure(error).code === 'gone' && !(await outboxStore.get(id))) return undefined
    throw error
  }
}
