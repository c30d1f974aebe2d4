import type { Entity } from '../core/siren.ts'
import type { LeftOutReason } from './save-tab.ts'

/** The record of what was saved from a tab; stored until the browser closes. */
export type SavedTab = {
  url: string
  /** The id of the outbox entry that it was saved with, which may have left the outbox. */
  entry: number
  /** The item as the service last returned it; null until it is saved. */
  item: Entity | null
  isNew: boolean
  /** Why the page's content was not saved. */
  leftOut: LeftOutReason
}

const PREFIX = 'saved '

/** Updates the record of a tab under a lock, so that concurrent updates are not lost. */
export function updateSavedTab(
  tabId: number,
  update: (saved: SavedTab | undefined) => SavedTab | undefined,
): Promise<void> {
  const key = PREFIX + tabId
  return navigator.locks.request(key, async () => {
    const saved = (await chrome.storage.session.get(key))[key] as SavedTab | undefined
    await chrome.storage.session.set({ [key]: update(saved) })
  })
}

/** The record of a tab, if it is about the address that the tab shows. */
export async function findSavedTab(tabId: number, url: string): Promise<SavedTab | undefined> {
  const key = PREFIX + tabId
  const saved = (await chrome.storage.session.get(key))[key] as SavedTab | undefined
  return saved?.url === url ? saved : undefined
}

/** The tab that an outbox entry was saved from, with the tab's record. */
export async function findTabOfEntry(entryId: number): Promise<[tabId: number, saved: SavedTab] | undefined> {
  for (const [key, value] of Object.entries(await chrome.storage.session.get(null))) {
    const saved = value as SavedTab
    if (key.startsWith(PREFIX) && saved.entry === entryId) return [Number(key.slice(PREFIX.length)), saved]
  }
  return undefined
}
