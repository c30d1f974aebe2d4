import { selfOf } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry } from '../core/outbox.ts'
import type { Quote } from '../core/quote.ts'
import type { Link } from '../core/save.ts'
import type { Entity } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { captureTab } from './capture-tab.ts'
import type { TabPage } from './edits.ts'
import { addPage, currentEntries, enqueue, type Outcome, send, sendOthers } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { findSavedTab, type SavedTab, updateSavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { sendQueuedEdit } from './queued-edits.ts'

/** How long an entry waits for its page to be captured, before it is sent without it. */
const CAPTURE_TIMEOUT_MS = 10_000

/** Why only the address of a page was saved; null if there is no such reason. */
export type LeftOutReason = 'too_large' | 'no_answer' | 'outbox_full' | null

/** The outcome of a save, for the popup or toast of a tab. */
export type TabOutcome = Outcome & {
  leftOut: LeftOutReason
  /** Whether the outbox has a change of the item that the service does not know yet. */
  hasQueuedChange?: boolean
  /** Whether it was saved before the popup was opened. */
  wasSavedBefore?: boolean
  /** The id of the outbox entry that it was saved with, by which it can be undone. */
  entryId?: number
}

/** The ids of the tabs whose page is being saved. */
export const tabsBeingSaved = new Set<number>()

/**
 * Saves the page of a tab as the person sees it. A page that was saved from the tab before stays as it is, so that opening
 * the popup again changes nothing; `movesUp` moves it to the top as unread.
 */
export async function saveTab(tabId: number, { movesUp = false } = {}): Promise<TabOutcome> {
  tabsBeingSaved.add(tabId)
  try {
    const { url, title } = await savableTab(tabId)
    const earlier = movesUp ? undefined : await findTabOutcome(tabId)
    return earlier ?? (await saveFromTab(tabId, { url, title, tags: '', note: '' }, movesUp))
  } finally {
    tabsBeingSaved.delete(tabId)
  }
}

/** Saves the page of a tab, if it is not saved yet, and highlights a quote from it. */
export async function highlightTab(tabId: number, quote: Quote): Promise<TabOutcome> {
  const { url, title } = await savableTab(tabId)
  return saveFromTab(tabId, { url, title, tags: '', note: '', quotes: [quote] }, false)
}

async function saveFromTab(tabId: number, link: Omit<Link, 'html'>, movesUp: boolean): Promise<TabOutcome> {
  const page = { tabId, url: link.url }
  await showOnTab(tabId, 'sending')
  const id = await ensureEntry(link, { captureTimeoutMs: CAPTURE_TIMEOUT_MS, movesUp })
  await recordEntry(page, id)
  const savedItem = (await findSavedTab(tabId, page.url))?.item
  // Capturing may take a while; the address is already in the outbox.
  const leftOut = savedItem && !movesUp ? null : await attachPage(page, id)
  const outcome = await sendFrom(page, id, leftOut)
  return movesUp ? withSavedItem(page, outcome, { id, leftOut }) : outcome
}

/** Records for a tab that its page is saved with an entry. */
function recordEntry({ tabId, url }: TabPage, id: number): Promise<void> {
  return updateSavedTab(tabId, (saved) => {
    // A concurrent click may already have sent the entry, and recorded its item.
    if (saved?.entry === id && saved.url === url) return saved
    const item = saved?.url === url ? saved.item : null
    return { url, entry: id, item, isNew: false, leftOut: null }
  })
}

/** The item of a page that is saved already, if only its move to the top is queued; otherwise the outcome itself. */
async function withSavedItem(
  { tabId, url }: TabPage,
  outcome: TabOutcome,
  { id, leftOut }: { id: number; leftOut: LeftOutReason },
): Promise<TabOutcome> {
  if (outcome.kind !== 'queued' || outcome.entry.dueAt === null) return outcome
  const item = (await findSavedTab(tabId, url))?.item
  if (!item) return outcome
  const state = { wasSavedBefore: true, hasQueuedChange: true, entryId: id }
  return savedOutcome(item, { isNew: false, leftOut, ...state })
}

/** The outcome for an item that is saved, without its page being sent now. */
function savedOutcome(
  item: Entity,
  details: Pick<SavedTab, 'isNew' | 'leftOut'> &
    Pick<TabOutcome, 'wasSavedBefore' | 'hasQueuedChange' | 'entryId'>,
): TabOutcome {
  return { kind: 'saved', item, isPageLeftOut: false, ...details }
}

/** The address and title of a tab. Throws `no_page` if it shows no web page, `own_page` for a page of the service itself. */
async function savableTab(tabId: number): Promise<{ url: string; title: string }> {
  const { url = '', title = '' } = await chrome.tabs.get(tabId)
  if (!isWebPage(url)) throw new Failure('no_page')
  if (new URL(url).origin === (await serviceOrigin())) throw new Failure('own_page')
  return { url, title }
}

/**
 * The item that was saved from a tab, as it is now, if the tab still shows its address; else undefined. Sends the queued edit
 * of the item first, and the other entries once the service has responded.
 */
export async function findTabOutcome(tabId: number): Promise<TabOutcome | undefined> {
  const { url } = await savableTab(tabId)
  const saved = await findSavedTab(tabId, url)
  const origin = await serviceOrigin()
  if (!saved?.item || URL.parse(selfOf(saved.item))?.origin !== origin) return undefined
  const details = { isNew: saved.isNew, leftOut: saved.leftOut, wasSavedBefore: true }
  try {
    const edited = await sendQueuedEdit(saved.item)
    const { item, hasQueuedChange } = edited ?? {
      item: await apiOf(origin).get(selfOf(saved.item)),
      hasQueuedChange: false,
    }
    await updateSavedTab(tabId, (current) => (current?.url === url ? { ...current, item } : current))
    if (!hasQueuedChange) void sendOthers()
    return savedOutcome(item, { ...details, hasQueuedChange })
  } catch (error) {
    if (asFailure(error).code === 'gone') return undefined
    // The item is saved, even if the service can't be reached now.
    return savedOutcome(saved.item, details)
  }
}

/** Returns the id of the outbox entry for a link: an existing entry, else a new one. Concurrent calls get the same entry. */
export function ensureEntry(
  link: Omit<Link, 'html'>,
  options: { captureTimeoutMs?: number; movesUp?: boolean } = {},
): Promise<number> {
  return navigator.locks.request('outbox', () => findOrEnqueue(link, options)) as Promise<number>
}

async function findOrEnqueue(
  link: Omit<Link, 'html'>,
  options: { captureTimeoutMs?: number; movesUp?: boolean },
): Promise<number> {
  const existing = (await currentEntries()).find(({ url, edit }) => !edit && url === link.url)
  if (!existing) return enqueue(link, options)
  const tags = [existing.tags, link.tags].filter((tags) => tags !== '').join(', ')
  const hasNote = existing.note.includes(link.note)
  const quotes = [...(existing.quotes ?? []), ...(link.quotes ?? [])]
  if (hasNote && link.tags === '' && !link.quotes) return existing.id
  const note = hasNote ? existing.note : [existing.note, link.note].filter((note) => note !== '').join('\n\n')
  const amended = await outboxStore.change(existing.id, (entry) => amendEntry(entry, { tags, note, quotes }))
  return amended?.id ?? enqueue(link, options)
}

/** Captures the page of a tab for its entry. Returns why it was left out, which is recorded for the tab as well. */
async function attachPage({ tabId, url }: TabPage, id: number): Promise<LeftOutReason> {
  const leftOut = await captureForEntry({ tabId, url }, id)
  if (leftOut)
    await updateSavedTab(tabId, (saved) =>
      saved?.entry === id && saved.url === url ? { ...saved, leftOut } : saved,
    )
  return leftOut
}

async function captureForEntry({ tabId, url }: TabPage, id: number): Promise<LeftOutReason> {
  const page = await captureTab(tabId, url)
  if (page.html === undefined) return page.reason === 'not_capturable' ? null : page.reason
  return (await addPage(id, page.html)) ? null : 'outbox_full'
}

async function sendFrom({ tabId, url }: TabPage, id: number, leftOut: LeftOutReason): Promise<TabOutcome> {
  try {
    const outcome = await send(id)
    if (outcome.kind === 'queued') return { ...outcome, leftOut, entryId: id }
    void sendOthers()
    return { ...outcome, entryId: id, leftOut: leftOut ?? (outcome.isPageLeftOut ? 'too_large' : null) }
  } catch (error) {
    // The entry was sent a moment ago, for example by the alarm.
    const saved = asFailure(error).code === 'gone' && (await findSavedTab(tabId, url))
    if (!saved || !saved.item) throw error
    return savedOutcome(saved.item, { isNew: saved.isNew, leftOut, entryId: id })
  }
}

/** Saves a link on the page of a tab. The tab's badge shows only that the link is being sent or was refused. */
export async function saveLinkFrom(link: Omit<Link, 'html'>, tabId: number | undefined): Promise<TabOutcome> {
  if (!isWebPage(link.url)) throw new Failure('no_page')
  await showOnTab(tabId, 'sending')
  const id = await ensureEntry(link)
  const outcome = await send(id)
  const isRefused = outcome.kind === 'queued' && outcome.entry.dueAt === null
  const saved = tabId === undefined ? undefined : await findSavedTab(tabId, await addressOf(tabId))
  await showOnTab(tabId, isRefused ? 'trouble' : saved?.item ? 'done' : 'none')
  if (outcome.kind === 'saved') void sendOthers()
  return { ...outcome, leftOut: null, entryId: id }
}

async function addressOf(tabId: number): Promise<string> {
  return (await chrome.tabs.get(tabId).catch(() => undefined))?.url ?? ''
}

export function isWebPage(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
