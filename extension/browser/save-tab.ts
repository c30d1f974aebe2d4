import { selfOf } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry } from '../core/outbox.ts'
import type { Quote } from '../core/quote.ts'
import type { Link } from '../core/save.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { captureTab } from './capture-tab.ts'
import { addPage, type Outcome, enqueue, send, sendOthers, waiting } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { changeTab, recallTab, type SavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { sendWaitingEdit } from './waiting-edits.ts'

/** Milliseconds; a save whose page was not captured by then is sent without it. */
const CAPTURE_TIME = 10_000

/** Why only the address of a page was saved. */
export type LeftOut = 'too_large' | 'no_answer' | 'outbox_full' | null

/** The outcome that the popup shows for a tab. */
export type TabOutcome = Outcome & {
  leftOut: LeftOut
  /** Whether a change of the item waits in the outbox. */
  waits?: boolean
  /** Whether it was saved before the popup opened. */
  isKnown?: boolean
  /** The outbox entry that it was sent as, by which it is undone. */
  sentAs?: number
}

/**
 * Saves a tab's page as it is seen. What was saved from it before stays as it is, so that opening the popup changes
 * nothing; `again` moves it to the top as unread.
 */
export async function saveTab(tabId: number, { again = false } = {}): Promise<TabOutcome> {
  const { url, title } = await savableTab(tabId)
  const known = again ? undefined : await findTabOutcome(tabId)
  return known ?? saveAs(tabId, { url, title, tags: '', note: '' }, again)
}

/** Saves a tab's page, if it is not saved yet, and highlights the words of it that are quoted. */
export async function highlightTab(tabId: number, quote: Quote): Promise<TabOutcome> {
  const { url, title } = await savableTab(tabId)
  return saveAs(tabId, { url, title, tags: '', note: '', quotes: [quote] }, false)
}

async function saveAs(tabId: number, link: Omit<Link, 'html'>, again: boolean): Promise<TabOutcome> {
  const { url } = link
  await showOnTab(tabId, 'sending')
  const id = await ensureEntry(link, { pageTime: CAPTURE_TIME, movesUp: again })
  const isRecorded = (saved?: SavedTab) => saved?.entry === id && saved.url === url
  // A concurrent click may have sent it, and recorded that.
  await changeTab(tabId, (saved) => {
    if (isRecorded(saved)) return saved
    const item = saved?.url === url ? saved.item : null
    return { url, entry: id, item, isNew: false, leftOut: null }
  })
  // Capturing may take a while; the address is in the outbox already.
  const isSaved = !again && (await recallTab(tabId, url))?.item
  const leftOut = isSaved ? null : await attachPage(id, tabId, url)
  await changeTab(tabId, (saved) => (saved && leftOut && isRecorded(saved) ? { ...saved, leftOut } : saved))
  const outcome = await sendFrom({ tabId, url }, id, leftOut)
  // It is saved; what waits is only that it moves up.
  const isWaiting = again && outcome.kind === 'queued' && outcome.entry.dueAt !== null
  const item = isWaiting && (await recallTab(tabId, url))?.item
  if (!item) return outcome
  return {
    kind: 'saved',
    item,
    isNew: false,
    refusedPage: false,
    leftOut,
    isKnown: true,
    waits: true,
    sentAs: id,
  }
}

/** The address and title of a tab; throws if it shows no web page, or one of the service itself. */
async function savableTab(tabId: number): Promise<{ url: string; title: string }> {
  const { url = '', title = '' } = await chrome.tabs.get(tabId)
  if (!isWebPage(url)) throw new Failure('no_page')
  if (new URL(url).origin === (await serviceOrigin())) throw new Failure('own_page')
  return { url, title }
}

/** What was saved from a tab that still shows the same address, as it is now; undefined if nothing was. */
export async function findTabOutcome(tabId: number): Promise<TabOutcome | undefined> {
  const { url } = await savableTab(tabId)
  const saved = await recallTab(tabId, url)
  const origin = await serviceOrigin()
  if (!saved?.item || URL.parse(selfOf(saved.item))?.origin !== origin) return undefined
  const { isNew, leftOut } = saved
  try {
    const edited = await sendWaitingEdit(saved.item)
    const { item, waits } = edited ?? { item: await apiOf(origin).get(selfOf(saved.item)), waits: false }
    await changeTab(tabId, (now) => (now?.url === url ? { ...now, item } : now))
    if (!waits) void sendOthers()
    return { kind: 'saved', item, isNew, refusedPage: false, leftOut, isKnown: true, waits }
  } catch (error) {
    if (asFailure(error).code === 'gone') return undefined
    // It is saved, whatever keeps the service from answering now.
    return { kind: 'saved', item: saved.item, isNew, refusedPage: false, leftOut, isKnown: true }
  }
}

/** The outbox entry for a link: an existing one, else a new one, also for concurrent calls. */
export function ensureEntry(
  link: Omit<Link, 'html'>,
  options: { pageTime?: number; movesUp?: boolean } = {},
): Promise<number> {
  return navigator.locks.request('outbox', () => findOrEnqueue(link, options)) as Promise<number>
}

async function findOrEnqueue(
  link: Omit<Link, 'html'>,
  options: { pageTime?: number; movesUp?: boolean },
): Promise<number> {
  const existing = (await waiting()).find(({ url, edit }) => !edit && url === link.url)
  if (!existing) return enqueue(link, options)
  const tags = [existing.tags, link.tags].filter((tags) => tags !== '').join(', ')
  const hasNote = existing.note.includes(link.note)
  const quotes = [...(existing.quotes ?? []), ...(link.quotes ?? [])]
  if (hasNote && link.tags === '' && !link.quotes) return existing.id
  const note = hasNote ? existing.note : [existing.note, link.note].filter((note) => note !== '').join('\n\n')
  const kept = await outboxStore.change(existing.id, (entry) => amendEntry(entry, { tags, note, quotes }))
  return kept?.id ?? enqueue(link, options)
}

async function attachPage(id: number, tabId: number, url: string): Promise<LeftOut> {
  const page = await captureTab(tabId, url)
  if (page.html === undefined) return page.because === 'none' ? null : page.because
  return (await addPage(id, page.html)) ? null : 'outbox_full'
}

async function sendFrom(
  { tabId, url }: { tabId: number; url: string },
  id: number,
  leftOut: LeftOut,
): Promise<TabOutcome> {
  try {
    const outcome = await send(id)
    if (outcome.kind === 'queued') return { ...outcome, leftOut, sentAs: id }
    void sendOthers()
    return { ...outcome, sentAs: id, leftOut: leftOut ?? (outcome.refusedPage ? 'too_large' : null) }
  } catch (error) {
    // It was sent a moment ago, for example by the alarm.
    const saved = asFailure(error).code === 'gone' && (await recallTab(tabId, url))
    if (!saved || !saved.item) throw error
    return { kind: 'saved', item: saved.item, isNew: saved.isNew, refusedPage: false, leftOut, sentAs: id }
  }
}

/** Saves a link on a tab's page. The tab's own badge only says that it is on its way, or that it was refused. */
export async function saveLinkFrom(link: Omit<Link, 'html'>, tabId: number | undefined): Promise<TabOutcome> {
  if (!isWebPage(link.url)) throw new Failure('no_page')
  await showOnTab(tabId, 'sending')
  const id = await ensureEntry(link)
  const outcome = await send(id)
  const isRefused = outcome.kind === 'queued' && outcome.entry.dueAt === null
  const saved = tabId === undefined ? undefined : await recallTab(tabId, await addressOf(tabId))
  await showOnTab(tabId, isRefused ? 'trouble' : saved?.item ? 'done' : 'none')
  if (outcome.kind === 'saved') void sendOthers()
  return { ...outcome, leftOut: null, sentAs: id }
}

async function addressOf(tabId: number): Promise<string> {
  return (await chrome.tabs.get(tabId).catch(() => undefined))?.url ?? ''
}

export function isWebPage(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
