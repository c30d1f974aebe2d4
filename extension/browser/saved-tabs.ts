import type { LeftOut } from './save-tab.ts'

/** What was saved from a tab, for as long as the browser runs. */
export type SavedTab = {
  url: string
  /** Its number in the outbox, where it may wait. */
  entry: number
  /** Where its item lies, once the service has it. */
  self: string | null
  isNew: boolean
  leftOut: LeftOut
}

const PREFIX = 'saved '

/** Changes what is remembered of a tab, one after the other, so that none undoes what another has noted. */
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

/** The tab that an entry of the outbox came from, with what is remembered of it. */
export async function tabOf(entry: number): Promise<[tabId: number, saved: SavedTab] | undefined> {
  for (const [key, value] of Object.entries(await chrome.storage.session.get(null))) {
    const saved = value as SavedTab
    if (key.startsWith(PREFIX) && saved.entry === entry) return [Number(key.slice(PREFIX.length)), saved]
  }
  return undefined
}
