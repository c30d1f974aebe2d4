import type { Link } from '../core/save.ts'
import { message } from './message.ts'
import { sendWaiting, waiting } from './outbox.ts'
import { ensureEntry, isWebPage } from './save-tab.ts'
import { recallTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { showToast } from './toast.ts'

/** A tab whose page can be saved; `isSaved` also while its save is on its way. */
export type WindowTab = { url: string; title: string; isSaved: boolean }

/** What became of the tabs that were saved, by their outbox entries. */
export type SavedTabs = { entries: number[]; waiting: number }

/** The name of the port that the page that lists tabs keeps open. */
export const CHOOSER_PORT = 'choose tabs'

let openChoosers = 0

export function followChoosers(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== CHOOSER_PORT) return
    openChoosers++
    port.onDisconnect.addListener(() => openChoosers--)
  })
}

/** The tabs of a window that can be saved, each page once. */
export async function windowTabs(windowId: number): Promise<WindowTab[]> {
  const origin = await serviceOrigin()
  const underway = new Set((await waiting()).map(({ url }) => url))
  const tabs = new Map<string, WindowTab>()
  for (const { id, url = '', title = '' } of await chrome.tabs.query({ windowId })) {
    if (!isWebPage(url) || new URL(url).origin === origin) continue
    const saved = id === undefined ? undefined : await recallTab(id, url)
    const isSaved = underway.has(url) || saved?.item?.class.includes('removed') === false
    tabs.set(url, { url, title, isSaved: isSaved || tabs.get(url)?.isSaved === true })
  }
  return [...tabs.values()]
}

/**
 * Saves pages of a window by their addresses, and says so on the page in front unless the list is still open, which
 * does.
 */
export async function saveTabs(windowId: number, links: Pick<Link, 'url' | 'title'>[]): Promise<SavedTabs> {
  const entries: number[] = []
  for (const { url, title } of links) entries.push(await ensureEntry({ url, title, tags: '', note: '' }))
  await sendWaiting()
  const left = new Set((await waiting()).map(({ id }) => id))
  const saved = { entries, waiting: entries.filter((id) => left.has(id)).length }
  if (openChoosers === 0) await sayOnPage(windowId, saved)
  return saved
}

async function sayOnPage(windowId: number, saved: SavedTabs): Promise<void> {
  const [tab] = await chrome.tabs.query({ windowId, active: true })
  if (tab?.id !== undefined) await showToast(tab.id, savedTabsText(saved), saved.entries)
}

export function savedTabsText({ entries, waiting }: SavedTabs): string {
  const count = String(entries.length)
  if (waiting > 0) return message('tabsWait', String(waiting), count)
  return entries.length === 1 ? message('tabsSavedOne') : message('tabsSavedMany', count)
}
