import { asFailure } from '../core/failure.ts'
import { type Entity, linkOf } from '../core/siren.ts'
import { readTags, writeTags } from '../core/tags.ts'
import { applyEdit, type TabPage } from './edits.ts'
import { ensureEntry } from './save-tab.ts'
import { serviceOrigin } from './settings.ts'
import { keepEdit } from './waiting-edits.ts'

/** What is typed in a popup and not applied yet: a note and the beginning of a tag; with the item if it is known. */
export type Draft = TabPage & { note?: string; tag?: string; item?: Entity }

const PREFIX = 'draft '
/** The key in session storage, which is empty when the browser starts. */
const STARTED = 'started'
/** The name of the port that a popup keeps open, followed by its tab. */
export const POPUP_PORT = 'popup '

/** Tabs of open popups; none after the browser has started anew. */
const openTabs = new Set<number>()

/** Keeps what is typed until it is applied, so that closing the popup loses no word of it. */
export async function keepDraft(draft: Draft): Promise<void> {
  await chrome.storage.local.set({ [PREFIX + draft.tabId]: draft })
}

/** Applies what was typed when a popup closes. */
export function followPopups(): void {
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

/** Applies the drafts of all popups that are closed; those whose page is not in the outbox yet stay. */
export async function applyDrafts(): Promise<void> {
  for (const [key, value] of Object.entries(await chrome.storage.local.get(null))) {
    const draft = value as Draft
    if (!key.startsWith(PREFIX) || openTabs.has(draft.tabId)) continue
    const { note } = draft
    const add = readTags(draft.tag ?? '')
    const isEmpty = note === undefined && add.length === 0
    const failure = isEmpty ? undefined : await failureOf(draft, add, note)
    if (failure !== 'gone') await chrome.storage.local.remove(key)
  }
}

/**
 * Applies what was typed before the browser ended, once after it has started: as an edit of the item or, where that
 * is not known, with a save.
 */
export async function applyOldDrafts(): Promise<void> {
  const { [STARTED]: hasStarted } = await chrome.storage.session.get(STARTED)
  if (hasStarted) return
  await chrome.storage.session.set({ [STARTED]: true })
  await applyDrafts()
  for (const [key, value] of Object.entries(await chrome.storage.local.get(null))) {
    if (!key.startsWith(PREFIX)) continue
    await queueDraft(value as Draft)
    await chrome.storage.local.remove(key)
  }
}

async function queueDraft({ url, tag = '', note, item }: Draft): Promise<void> {
  const add = readTags(tag)
  const self = item && linkOf(item, 'self')
  if (item && self && URL.parse(self)?.origin === (await serviceOrigin()))
    await keepEdit(url, item, { add, ...(note === undefined ? {} : { note }) })
  else await ensureEntry({ url, title: '', tags: writeTags(add), note: note ?? '' }, { movesUp: false })
}

async function failureOf(page: TabPage, add: string[], note: string | undefined) {
  try {
    await applyEdit(page, { add, ...(note === undefined ? {} : { note }) })
    return undefined
  } catch (error) {
    return asFailure(error).code
  }
}
