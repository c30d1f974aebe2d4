import { createApi } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amendEntry } from '../core/outbox.ts'
import type { Link } from '../core/save.ts'
import { showOnTab } from './badge.ts'
import { captureTab } from './capture-tab.ts'
import { addPage, type Outcome, enqueue, send, sendWaiting, waiting } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { changeTab, recallTab, type SavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { tokensOf } from './tokens.ts'

/** Milliseconds; a save whose page was not captured by then is sent without it. */
const CAPTURE_TIME = 10_000

/** Why only the address of a page was saved. */
export type LeftOut = 'too_large' | 'no_answer' | 'outbox_full' | null

/** The outcome that the popup shows for a tab. */
export type TabOutcome = Outcome & { leftOut: LeftOut }

/**
 * Saves a tab's page as it is seen. If the tab was saved before and still shows the same address, only its item is
 * read, so that opening the popup does not mark it as unread; `again` saves it anyway.
 */
export async function saveTab(tabId: number, again: boolean, note = ''): Promise<TabOutcome> {
  const { url = '', title = '' } = await chrome.tabs.get(tabId)
  if (!isWebPage(url)) throw new Failure('no_page')
  const before = again ? undefined : await recallTab(tabId, url)
  const known = before && (await outcomeOf(before))
  if (known) return known

  await showOnTab(tabId, 'sending')
  const id = await ensureEntry({ url, title, tags: '', note }, CAPTURE_TIME)
  const isRecorded = (saved?: SavedTab) => saved?.entry === id && saved.url === url
  // A concurrent click may have sent it, and recorded that.
  await changeTab(tabId, (saved) =>
    isRecorded(saved) ? saved : { url, entry: id, self: null, isNew: false, leftOut: null },
  )
  // Capturing may take a while; the address is in the outbox already.
  const leftOut = await attachPage(id, tabId, url)
  await changeTab(tabId, (saved) => (saved && leftOut && isRecorded(saved) ? { ...saved, leftOut } : saved))
  return sendFrom(tabId, url, id, leftOut)
}

/** The outbox entry for a link: an existing one, else a new one, also for concurrent calls. */
function ensureEntry(link: Omit<Link, 'html'>, pageTime = 0): Promise<number> {
  return navigator.locks.request('outbox', () => findOrEnqueue(link, pageTime)) as Promise<number>
}

async function findOrEnqueue(link: Omit<Link, 'html'>, pageTime: number): Promise<number> {
  const existing = (await waiting()).find(({ url }) => url === link.url)
  if (!existing) return enqueue(link, pageTime)
  if (existing.note.includes(link.note)) return existing.id
  const note = [existing.note, link.note].filter((note) => note !== '').join('\n\n')
  const kept = await outboxStore.change(existing.id, (entry) => amendEntry(entry, { tags: entry.tags, note }))
  return kept?.id ?? enqueue(link, pageTime)
}

async function attachPage(id: number, tabId: number, url: string): Promise<LeftOut> {
  const page = await captureTab(tabId, url)
  if (page.html === undefined) return page.because === 'none' ? null : page.because
  return (await addPage(id, page.html)) ? null : 'outbox_full'
}

async function sendFrom(tabId: number, url: string, id: number, leftOut: LeftOut): Promise<TabOutcome> {
  try {
    const outcome = await send(id)
    if (outcome.kind === 'queued') return { ...outcome, leftOut }
    return { ...outcome, leftOut: leftOut ?? (outcome.refusedPage ? 'too_large' : null) }
  } catch (error) {
    // It was sent a moment ago, for example by the alarm.
    const saved = asFailure(error).code === 'gone' && (await recallTab(tabId, url))
    const known = saved && (await outcomeOf(saved))
    if (!known) throw error
    return known
  }
}

async function outcomeOf({ self, isNew, leftOut }: SavedTab): Promise<TabOutcome | undefined> {
  if (self === null) return undefined
  const origin = await serviceOrigin()
  const item = await createApi(origin, tokensOf(origin), fetch)
    .get(self)
    .catch(() => undefined)
  return item && { kind: 'saved', item, isNew, refusedPage: false, leftOut }
}

/** Saves a link from a tab; the outcome is shown on the tab's badge. */
export async function saveLinkFrom(link: Omit<Link, 'html'>, tabId: number | undefined): Promise<void> {
  if (!isWebPage(link.url)) return showOnTab(tabId, 'trouble')
  await showOnTab(tabId, 'sending')
  const outcome = await send(await ensureEntry(link))
  await showOnTab(
    tabId,
    outcome.kind === 'saved' ? 'done' : outcome.entry.dueAt === null ? 'trouble' : 'none',
  )
}

/** Saves every page of a window by its address; returns their number. */
export async function saveWindow(windowId: number): Promise<number> {
  const tabs = (await chrome.tabs.query({ windowId })).filter(({ url = '' }) => isWebPage(url))
  for (const { url = '', title = '' } of tabs) await ensureEntry({ url, title, tags: '', note: '' })
  void sendWaiting()
  return tabs.length
}

function isWebPage(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
