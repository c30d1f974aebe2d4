import { createApi } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { amended } from '../core/outbox.ts'
import type { Link } from '../core/save.ts'
import { showOnTab } from './badge.ts'
import { captureTab } from './capture-tab.ts'
import { addPage, type Outcome, putDown, send, sendWaiting, waiting } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { changeTab, recallTab, type SavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { tokensOf } from './tokens.ts'

/** A save whose page was not taken by then goes without it. Milliseconds. */
const PAGE_TIME = 10_000

/** Why a page that could be seen did not go along. */
export type LeftOut = 'too_large' | 'no_answer' | 'outbox_full' | null

/** What the popup shows of a tab. */
export type TabOutcome = Outcome & { leftOut: LeftOut }

/**
 * Saves a tab's page as it is seen. A tab that was saved by this browser and still shows the same address is
 * asked about instead, so that looking at the popup again does not mark it unread; `again` saves it anyway.
 */
export async function saveTab(tabId: number, again: boolean, note = ''): Promise<TabOutcome> {
  const { url = '', title = '' } = await chrome.tabs.get(tabId)
  if (!isWebPage(url)) throw new Failure('no_page')
  const before = again ? undefined : await recallTab(tabId, url)
  const known = before && (await outcomeOf(before))
  if (known) return known

  await showOnTab(tabId, 'sending')
  const id = await entryFor({ url, title, tags: '', note }, PAGE_TIME)
  const isNoted = (saved?: SavedTab) => saved?.entry === id && saved.url === url
  // Another click may send it meanwhile, and notes there that it arrived.
  await changeTab(tabId, (saved) =>
    isNoted(saved) ? saved : { url, entry: id, self: null, isNew: false, leftOut: null },
  )
  // It may take its time, and a click that is left before it ends has saved the address at least.
  const leftOut = await takePage(id, tabId, url)
  await changeTab(tabId, (saved) => (saved && leftOut && isNoted(saved) ? { ...saved, leftOut } : saved))
  return sendFrom(tabId, url, id, leftOut)
}

/** Saving twice what still waits is one entry, also at the same time. */
function entryFor(link: Omit<Link, 'html'>, pageTime = 0): Promise<number> {
  return navigator.locks.request('outbox', () => findOrPutDown(link, pageTime)) as Promise<number>
}

async function findOrPutDown(link: Omit<Link, 'html'>, pageTime: number): Promise<number> {
  const there = (await waiting()).find(({ url }) => url === link.url)
  if (!there) return putDown(link, pageTime)
  if (there.note.includes(link.note)) return there.id
  const note = [there.note, link.note].filter((note) => note !== '').join('\n\n')
  const kept = await outboxStore.change(there.id, (entry) => amended(entry, { tags: entry.tags, note }))
  return kept?.id ?? putDown(link, pageTime)
}

async function takePage(id: number, tabId: number, url: string): Promise<LeftOut> {
  const page = await captureTab(tabId, url)
  if (page.html === undefined) return page.because === 'none' ? null : page.because
  return (await addPage(id, page.html)) ? null : 'outbox_full'
}

async function sendFrom(tabId: number, url: string, id: number, leftOut: LeftOut): Promise<TabOutcome> {
  try {
    const outcome = await send(id)
    if (outcome.kind === 'kept') return { ...outcome, leftOut }
    return { ...outcome, leftOut: leftOut ?? (outcome.refusedPage ? 'too_large' : null) }
  } catch (error) {
    // It was sent a moment before, by the alarm for example.
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

/** Saves a link that the person pointed at; what came of it is told on its tab's button. */
export async function saveLinkFrom(link: Omit<Link, 'html'>, tabId: number | undefined): Promise<void> {
  if (!isWebPage(link.url)) return showOnTab(tabId, 'trouble')
  await showOnTab(tabId, 'sending')
  const outcome = await send(await entryFor(link))
  await showOnTab(
    tabId,
    outcome.kind === 'saved' ? 'done' : outcome.entry.dueAt === null ? 'trouble' : 'none',
  )
}

/** Puts down every page of a window by its address, and sends them; gives how many there are. */
export async function saveWindow(windowId: number): Promise<number> {
  const tabs = (await chrome.tabs.query({ windowId })).filter(({ url = '' }) => isWebPage(url))
  for (const { url = '', title = '' } of tabs) await entryFor({ url, title, tags: '', note: '' })
  void sendWaiting()
  return tabs.length
}

function isWebPage(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
