import { type Edit, submitAction, submitEdit } from '../core/edit.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry, type OutboxEntry } from '../core/outbox.ts'
import type { Entity } from '../core/siren.ts'
import { readTags, writeTags } from '../core/tags.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { currentEntries, sendOthers } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import type { TabOutcome } from './save-tab.ts'
import { findSavedTab, updateSavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import {
  type EditedItem,
  queueEdit,
  sendQueuedEdit,
  sendWithQueuedEdit,
  withQueuedEdit,
} from './queued-edits.ts'

/** The page of a tab when the popup was opened. Edits apply to it even after the tab shows another page. */
export type TabPage = { tabId: number; url: string }

/**
 * Applies an edit to the queued save of a page, or to its item. An edit that can't be sent now is queued. Edits of one tab
 * are applied one after the other. Throws `gone` if the page is neither queued nor saved.
 */
export function applyEdit(page: TabPage, edit: Edit): Promise<TabOutcome> {
  return navigator.locks.request(`edit ${page.tabId}`, () => applyLocked(page, edit)) as Promise<TabOutcome>
}

async function applyLocked(page: TabPage, edit: Edit): Promise<TabOutcome> {
  const savedItem = (await findSavedTab(page.tabId, page.url))?.item
  const queued = savedItem ? undefined : await amendQueuedSave(page, edit)
  if (queued) return queued
  const saved = await findSavedTab(page.tabId, page.url)
  // Read again, since the save may have been sent in between. If there is still no item, it was discarded.
  if (!saved?.item) throw new Failure('gone')
  const { isNew, leftOut } = saved
  const result = await editItem(page, saved.item, edit)
  await recordItem(page, result.item)
  if (!result.hasQueuedChange) void sendOthers()
  return { kind: 'saved', ...result, isNew, isPageLeftOut: false, leftOut }
}

async function editItem({ url }: TabPage, item: Entity, edit: Edit): Promise<EditedItem> {
  const result = await sendWithQueuedEdit(item, edit)
  if (result) return result
  try {
    return { item: await submitEdit(apiOf(await serviceOrigin()), item, edit), hasQueuedChange: false }
  } catch (error) {
    if (['refused', 'gone', 'too_large'].includes(asFailure(error).code)) throw error
    return queueEdit(url, item, edit)
  }
}

async function amendQueuedSave(page: TabPage, edit: Edit): Promise<TabOutcome | undefined> {
  const entry = (await currentEntries()).find(({ url, edit }) => !edit && url === page.url)
  if (!entry) return undefined
  const amended = await outboxStore.change(entry.id, (current) =>
    amendEntry(current, editedFields(current, edit)),
  )
  return amended && { kind: 'queued', entry: amended, leftOut: null }
}

/** The tags and the note of an entry after an edit. */
function editedFields(entry: OutboxEntry, { note = entry.note, add = [], remove = [] }: Edit) {
  const tags = readTags(entry.tags).filter((tag) => !remove.includes(tag))
  return { tags: writeTags([...new Set([...tags, ...add])]), note }
}

/**
 * Submits an action of the item of a page, after the item's queued edit, and records the changed item for the tab. Throws
 * `gone` if the item does not offer the action.
 */
export async function submitItemAction(
  page: TabPage,
  item: Entity,
  { name, fields }: { name: string; fields?: Record<string, string> | undefined },
): Promise<Entity> {
  // An edit that the service refuses stays in the outbox, and the action is submitted all the same.
  const edited = await sendQueuedEdit(item).catch(() => undefined)
  const entity = await submitAction(apiOf(await serviceOrigin()), edited?.item ?? item, { name, fields })
  const shown = await withQueuedEdit(entity)
  await recordItem(page, shown)
  void sendOthers()
  return shown
}

/** Records the item of a page for its tab, and updates the badge. */
async function recordItem({ tabId, url }: TabPage, item: Entity): Promise<void> {
  await updateSavedTab(tabId, (saved) => (saved?.url === url ? { ...saved, item } : saved))
  await showOnTab(tabId, item.class.includes('removed') ? 'none' : 'done')
}
