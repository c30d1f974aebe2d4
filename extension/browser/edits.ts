import { type Edit, submitAction, submitEdit } from '../core/edit.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry, type OutboxEntry } from '../core/outbox.ts'
import type { Entity } from '../core/siren.ts'
import { readTags, writeTags } from '../core/tags.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { sendOthers, waiting } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import type { TabOutcome } from './save-tab.ts'
import { changeTab, recallTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import {
  type EditedItem,
  keepEdit,
  sendWaitingEdit,
  sendWithWaiting,
  withWaitingEdit,
} from './waiting-edits.ts'

/** The page of a tab: edits go to it even after the tab shows another one. */
export type TabPage = { tabId: number; url: string }

/**
 * Applies an edit to the waiting save of a page, or to its item; one that can't be sent now waits in the outbox. One
 * edit of a tab goes after the other.
 */
export function applyEdit(page: TabPage, edit: Edit): Promise<TabOutcome> {
  return navigator.locks.request(`edit ${page.tabId}`, () => apply(page, edit)) as Promise<TabOutcome>
}

async function apply(page: TabPage, edit: Edit): Promise<TabOutcome> {
  const isKnown = (await recallTab(page.tabId, page.url))?.item
  const queued = isKnown ? undefined : await amendQueued(page, edit)
  if (queued) return queued
  const saved = await recallTab(page.tabId, page.url)
  // The save went out between the two looks, or it was discarded.
  if (!saved?.item) throw new Failure('gone')
  const { isNew, leftOut } = saved
  const edited = await editItem(page, saved.item, edit)
  await remember(page, edited.item)
  if (!edited.waits) void sendOthers()
  return { kind: 'saved', ...edited, isNew, refusedPage: false, leftOut }
}

async function editItem({ url }: TabPage, item: Entity, edit: Edit): Promise<EditedItem> {
  const edited = await sendWithWaiting(item, edit)
  if (edited) return edited
  try {
    return { item: await submitEdit(apiOf(await serviceOrigin()), item, edit), waits: false }
  } catch (error) {
    if (['refused', 'gone', 'too_large'].includes(asFailure(error).code)) throw error
    return keepEdit(url, item, edit)
  }
}

async function amendQueued(page: TabPage, edit: Edit): Promise<TabOutcome | undefined> {
  const entry = (await waiting()).find(({ url, edit }) => !edit && url === page.url)
  if (!entry) return undefined
  const amended = await outboxStore.change(entry.id, (now) => amendEntry(now, edited(now, edit)))
  return amended && { kind: 'queued', entry: amended, leftOut: null }
}

function edited(entry: OutboxEntry, { note = entry.note, add = [], remove = [] }: Edit) {
  const tags = readTags(entry.tags).filter((tag) => !remove.includes(tag))
  return { tags: writeTags([...new Set([...tags, ...add])]), note }
}

/**
 * Submits an action of the item of a page, after the edit of it that waits, and remembers the item as it is then. Throws
 * `gone` if it is not offered.
 */
export async function submit(
  page: TabPage,
  item: Entity,
  { name, fields }: { name: string; fields?: Record<string, string> | undefined },
): Promise<Entity> {
  // A refused edit stays in the outbox, and is in the way of nothing.
  const edited = await sendWaitingEdit(item).catch(() => undefined)
  const entity = await submitAction(apiOf(await serviceOrigin()), edited?.item ?? item, { name, fields })
  const shown = await withWaitingEdit(entity)
  await remember(page, shown)
  void sendOthers()
  return shown
}

async function remember({ tabId, url }: TabPage, item: Entity): Promise<void> {
  await changeTab(tabId, (saved) => (saved?.url === url ? { ...saved, item } : saved))
  await showOnTab(tabId, item.class.includes('removed') ? 'none' : 'done')
}
