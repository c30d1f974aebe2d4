import type { Entity } from '../core/siren.ts'
import type { LeftOut } from './save-tab.ts'

/** What was saved from a tab; kept until the browser ends. */
export type SavedTab = {
  url: string
  /** The id of its outbox entry, which may be gone. */
  entry: number
  /** Its item as last seen, once it is saved. */
  item: Entity | null
  isNew: boolean
  leftOut: LeftOut
}

const PREFIX = 'saved '

/** Changes a tab's record under a lock, so that concurrent changes are not lost. */
export function changeTab(
  tabId: number,
  work: (saved: SavedTab | undefined) => SavedTab | undefined,
): Promise<void> {
  const key = PREFIX + tabId
  return navigator.locks.request(key, async () => {
    const saved = (await chrome.storage.session.get(key))[key] as SavedTab | undefined
    await chrome.storage.session.set({ [key]: work(saved) })
  })
}

/** What was saved from a tab that still shows the same address. */
export async function recallTab(tabId: number, url: string): Promise<SavedTab | undefined> {
  const key = PREFIX + tabId
  const saved = (await chrome.storage.session.get(key))[key] as SavedTab | undefined
  return saved?.url === url ? saved : undefined
}

/** The tab that an outbox entry came from, with its record. */
export async function tabOf(entry: number): Promise<[tabId: number, saved: SavedTab] | undefined> {
  for (const [key, value] of Object.entries(await chrome.storage.session.get(null))) {
    const saved = value as SavedTab
    if (key.startsWith(PREFIX) && saved.entry === entry) return [Number(key.slice(PREFIX.length)), saved]
  }
  return undefined
}
