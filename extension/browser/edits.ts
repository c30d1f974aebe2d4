import { createApi, selfOf } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry, type OutboxEntry } from '../core/outbox.ts'
import { actionOf, type Entity } from '../core/siren.ts'
import { readTags, writeTags } from '../core/tags.ts'
import { showOnTab } from './badge.ts'
import { sendOthers, updateAlarmAndBadge, waiting } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { ensureEntry, type TabOutcome } from './save-tab.ts'
import { changeTab, recallTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { tokensOf } from './tokens.ts'

/** What the person changed about a page in the popup. */
export type Edit = { note?: string; add?: string[]; remove?: string }

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
  const queued = await amendQueued(page, edit)
  if (queued) return queued
  const saved = await recallTab(page.tabId, page.url)
  // The save went out between the two looks, or it was discarded.
  if (!saved?.item) throw new Failure('gone')
  try {
    const item = await editItem(page, saved.item, edit)
    return { kind: 'saved', item, isNew: saved.isNew, refusedPage: false, leftOut: saved.leftOut }
  } catch (error) {
    const { code } = asFailure(error)
    if (['refused', 'gone', 'too_large'].includes(code) || edit.remove !== undefined) throw error
    await ensureEntry(
      { url: page.url, title: '', tags: writeTags(edit.add ?? []), note: edit.note ?? '' },
      { movesUp: false, pageTime: 1000 },
    )
    await updateAlarmAndBadge()
    return {
      kind: 'saved',
      item: saved.item,
      isNew: saved.isNew,
      refusedPage: false,
      leftOut: null,
      waits: true,
    }
  }
}

async function amendQueued(page: TabPage, edit: Edit): Promise<TabOutcome | undefined> {
  const entry = (await waiting()).find(({ url }) => url === page.url)
  if (!entry) return undefined
  const amended = await outboxStore.change(entry.id, (now) => amendEntry(now, edited(now, edit)))
  return amended && { kind: 'queued', entry: amended, leftOut: null }
}

function edited(entry: OutboxEntry, { note = entry.note, add = [], remove }: Edit) {
  const tags = readTags(entry.tags).filter((tag) => tag !== remove)
  return { tags: writeTags([...new Set([...tags, ...add])]), note }
}

async function editItem(page: TabPage, before: Entity, { note, add = [], remove }: Edit): Promise<Entity> {
  let item = before
  if (note !== undefined) item = await submit(page, item, 'edit-item', { note })
  for (const tag of add) item = await submit(page, item, 'tag-item', { tag })
  if (remove !== undefined) item = await submit(page, item, 'untag-item', { tag: remove })
  return item
}

/** Submits an action of the item of a page, and remembers the item as it is then. Throws `gone` if it is not offered. */
export async function submit(
  { tabId, url }: TabPage,
  item: Entity,
  name: string,
  fields: Record<string, string> = {},
): Promise<Entity> {
  const action = actionOf(item, name)
  if (!action) throw new Failure('gone')
  const origin = await serviceOrigin()
  const { entity } = await createApi(origin, tokensOf(origin), fetch).submit(action, fields, selfOf(item))
  if (!entity) throw new Failure('not_the_service')
  await changeTab(tabId, (saved) => (saved?.url === url ? { ...saved, item: entity } : saved))
  await showOnTab(tabId, entity.class.includes('removed') ? 'none' : 'done')
  void sendOthers()
  return entity
}
