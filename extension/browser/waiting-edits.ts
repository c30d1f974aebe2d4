import { selfOf } from '../core/api.ts'
import { type Edit, joinEdits, withEdit } from '../core/edit.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry, type OutboxEntry } from '../core/outbox.ts'
import type { Entity } from '../core/siren.ts'
import { enqueue, send, updateAlarmAndBadge, waiting, withdraw } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'

/** An item as the person left it; `waits` if the service does not know of that yet. */
export type EditedItem = { item: Entity; waits: boolean }

/** Lets an edit of an item wait in the outbox. */
export async function keepEdit(url: string, item: Entity, edit: Edit): Promise<EditedItem> {
  const link = { url, title: item.title ?? '', tags: '', note: '', edit: { self: selfOf(item), ...edit } }
  await enqueue(link)
  await updateAlarmAndBadge()
  return { item: withEdit(item, edit), waits: true }
}

/** Sends the edit of an item that waits, joined with another one; undefined if none waits. */
export async function sendWithWaiting(item: Entity, edit: Edit): Promise<EditedItem | undefined> {
  const entry = await waitingEditOf(item)
  if (!entry) return undefined
  const self = selfOf(item)
  const amended = await outboxStore.change(entry.id, (now) =>
    amendEntry(now, { edit: { self, ...joinEdits(now.edit ?? {}, edit) } }),
  )
  return amended && sendEdit(entry.id, item)
}

/** Sends the edit of an item that waits, unless it was refused; undefined if none waits. */
export async function sendWaitingEdit(item: Entity): Promise<EditedItem | undefined> {
  const entry = await waitingEditOf(item)
  return entry && entry.dueAt !== null ? sendEdit(entry.id, item) : undefined
}

/** Takes the edit of an item that waits back, if there is one. */
export async function withdrawEdit(item: Entity): Promise<void> {
  const entry = await waitingEditOf(item)
  if (entry) await withdraw(entry.id)
}

/** An item with the edit of it that waits. */
export async function withWaitingEdit(item: Entity): Promise<Entity> {
  const { edit } = (await waitingEditOf(item)) ?? {}
  return edit ? withEdit(item, edit) : item
}

async function waitingEditOf(item: Entity): Promise<OutboxEntry | undefined> {
  const self = selfOf(item)
  return (await waiting()).find(({ edit }) => edit?.self === self)
}

async function sendEdit(id: number, item: Entity): Promise<EditedItem | undefined> {
  try {
    const outcome = await send(id)
    if (outcome.kind === 'saved') return { item: outcome.item, waits: false }
    const { edit, failure, dueAt } = outcome.entry
    if (dueAt === null && failure) throw new Failure(failure.code, failure.detail)
    return { item: withEdit(item, edit ?? {}), waits: true }
  } catch (error) {
    // It was sent a moment ago, for example by the alarm.
    if (asFailure(error).code === 'gone' && !(await outboxStore.get(id))) return undefined
    throw error
  }
}
