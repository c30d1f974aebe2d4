import { asFailure } from '../core/failure.ts'
import { type Entity, linkOf } from '../core/siren.ts'
import { readTags, writeTags } from '../core/tags.ts'
import { applyEdit, type TabPage } from './edits.ts'
import { ensureEntry } from './save-tab.ts'
import { serviceOrigin } from './settings.ts'
import { queueEdit } from './queued-edits.ts'

/** Text that was typed in a popup and is not applied yet: a note and an unfinished tag, with the item if the page is saved. */
export type Draft = TabPage & { note?: string; tag?: string; item?: Entity }

/** Drafts are in local storage, under this prefix and the id of their tab. */
const PREFIX = 'draft '
/** Set in session storage, which is empty when the browser starts, once the old drafts are applied. */
const STARTED = 'started'
/** The prefix of the name of the port that a popup keeps open; the id of its tab follows. */
export const POPUP_PORT = 'popup '

/** The tabs whose popups are open. */
const openTabs = new Set<number>()

/** Stores the typed text until it is applied, so that closing the popup loses nothing. */
export async function saveDraft(draft: Draft): Promise<void> {
  await chrome.storage.local.set({ [PREFIX + draft.tabId]: draft })
}

/** Applies drafts when a popup closes. */
export function trackPopups(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (!port.name.startsWith(POPUP_PORT)) return
    const tabId = Number(port.name.slice(POPUP_PORT.length))
    void applyDrafts()
    openTabs.add(tabId)
    port.onDisconnect.addListener(() => {
      openTabs.delete(tabId)
      void applyDrafts()
    })
  })
}

/** Applies the drafts of all closed popups. A draft stays if its page is not in the outbox yet. */
export async function applyDrafts(): Promise<void> {
  for (const draft of await storedDrafts()) {
    if (openTabs.has(draft.tabId)) continue
    if (await tryApplying(draft)) await removeDraft(draft)
  }
}

/**
 * Applies the drafts from before the browser was closed, once after it has started: as an edit of the item or, if the item
 * is not known, with a save of the page.
 */
export async function applyOldDrafts(): Promise<void> {
  const { [STARTED]: hasStarted } = await chrome.storage.session.get(STARTED)
  if (hasStarted) return
  await chrome.storage.session.set({ [STARTED]: true })
  await applyDrafts()
  for (const draft of await storedDrafts()) {
    await queueDraft(draft)
    await removeDraft(draft)
  }
}

async function storedDrafts(): Promise<Draft[]> {
  const stored = await chrome.storage.local.get<Record<string, Draft>>(null)
  return Object.entries(stored).flatMap(([key, draft]) => (key.startsWith(PREFIX) ? draft : []))
}

function removeDraft({ tabId }: Draft): Promise<void> {
  return chrome.storage.local.remove(PREFIX + tabId)
}

async function queueDraft({ url, tag = '', note, item }: Draft): Promise<void> {
  const add = readTags(tag)
  const self = item && linkOf(item, 'self')
  if (item && self && URL.parse(self)?.origin === (await serviceOrigin()))
    await queueEdit(url, item, { add, ...(note === undefined ? {} : { note }) })
  else await ensureEntry({ url, title: '', tags: writeTags(add), note: note ?? '' }, { movesUp: false })
}

/** Applies a draft as an edit of its page; false if the page is neither queued nor saved. Other failures drop the draft. */
async function tryApplying(draft: Draft): Promise<boolean> {
  const { note, tag = '' } = draft
  const add = readTags(tag)
  if (note === undefined && add.length === 0) return true
  try {
    await applyEdit(draft, { add, ...(note === undefined ? {} : { note }) })
    return true
  } catch (error) {
    return asFailure(error).code !== 'gone'
  }
}
