import type { Link } from '../core/save.ts'
import { message } from './message.ts'
import { currentEntries, sendDueEntries } from './outbox.ts'
import { ensureEntry, isWebPage, tabsBeingSaved } from './save-tab.ts'
import { findSavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { showToast } from './toast.ts'

/** A tab whose page can be saved. `isSaved` is also true while it is being saved. */
export type WindowTab = { url: string; title: string; isSaved: boolean }

/** The outbox entries of the saved tabs: how many still wait to be sent, and how many the service refused. */
export type SavedTabs = { entryIds: number[]; queuedCount: number; refusedCount: number }

/** The name of the port that the tab chooser, the page that lists tabs, keeps open. */
export const CHOOSER_PORT = 'choose tabs'

let openChoosers = 0

/** Counts the tab choosers that are open. */
export function trackChoosers(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== CHOOSER_PORT) return
    openChoosers++
    port.onDisconnect.addListener(() => openChoosers--)
  })
}

/** The tabs of a window that can be saved; of several tabs with the same page, only one. */
export async function listWindowTabs(windowId: number): Promise<WindowTab[]> {
  const origin = await serviceOrigin()
  const queued = (await currentEntries()).filter(({ dueAt }) => dueAt !== null)
  const queuedUrls = new Set(queued.map(({ url }) => url))
  const tabs = new Map<string, WindowTab>()
  for (const { id, url = '', title = '' } of await chrome.tabs.query({ windowId })) {
    if (!isWebPage(url) || new URL(url).origin === origin) continue
    const saved = id === undefined ? undefined : await findSavedTab(id, url)
    const isBeingSaved = queuedUrls.has(url) || (id !== undefined && tabsBeingSaved.has(id))
    const isSaved = isBeingSaved || saved?.item?.class.includes('removed') === false
    tabs.set(url, { url, title, isSaved: isSaved || tabs.get(url)?.isSaved === true })
  }
  return [...tabs.values()]
}

/**
 * Saves pages of a window by their addresses. Shows the outcome on the active page, unless a tab chooser is open to show
 * it.
 */
export async function saveTabs(windowId: number, links: Pick<Link, 'url' | 'title'>[]): Promise<SavedTabs> {
  const entryIds: number[] = []
  for (const { url, title } of links) entryIds.push(await ensureEntry({ url, title, tags: '', note: '' }))
  await sendDueEntries()
  const left = (await currentEntries()).filter(({ id }) => entryIds.includes(id))
  const refusedCount = left.filter(({ dueAt }) => dueAt === null).length
  const saved = { entryIds, queuedCount: left.length - refusedCount, refusedCount }
  if (openChoosers === 0) await showSavedTabs(windowId, saved)
  return saved
}

async function showSavedTabs(windowId: number, saved: SavedTabs): Promise<void> {
  const [tab] = await chrome.tabs.query({ windowId, active: true })
  if (tab?.id !== undefined) await showToast(tab.id, savedTabsText(saved), saved.entryIds)
}

export function savedTabsText({ entryIds, queuedCount, refusedCount }: SavedTabs): string {
  const count = String(entryIds.length)
  if (refusedCount > 0 && queuedCount > 0)
    return message('tabsNotSavedAndWait', String(refusedCount), String(queuedCount), count)
  if (refusedCount > 0) return message('tabsNotSaved', String(refusedCount), count)
  if (queuedCount > 0) return message('tabsWait', String(queuedCount), count)
  return entryIds.length === 1 ? message('tabsSavedOne') : message('tabsSavedMany', count)
}
