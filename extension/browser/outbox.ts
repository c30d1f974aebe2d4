import { createApi, selfOf } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { afterFailure, type Change, isDue, MAX_WAITING_BYTES, newEntry, nextDue } from '../core/outbox.ts'
import { type Link, type Saved, saveLink } from '../core/save.ts'
import { showOnTab, showWaiting } from './badge.ts'
import { outboxStore as store } from './outbox-store.ts'
import { changeTab, tabOf } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { tokensOf } from './tokens.ts'

/** What came of a save: acknowledged, or kept here with the reason. */
export type Outcome = ({ kind: 'saved' } & Saved) | { kind: 'kept'; entry: Change }

const ALARM = 'outbox'
/** Browsers ring no alarm sooner. Milliseconds. */
const SHORTEST_ALARM = 30_000

/**
 * Every save is put down before it is sent, so that nothing that ends the browser loses it. Its page may join it
 * for some time, in milliseconds, before it goes without.
 */
export async function putDown(link: Omit<Link, 'html'>, pageTime = 0): Promise<number> {
  const now = Date.now()
  const id = await store.add(newEntry(link, await serviceOrigin(), now, now + pageTime))
  await withPermit(setAlarm)
  return id
}

/** Adds the page as seen; false where too much waits already. */
export async function addPage(id: number, html: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(html).length
  const waiting = (await store.all()).reduce((sum, { pageBytes }) => sum + pageBytes, 0)
  if (waiting + bytes > MAX_WAITING_BYTES) return false
  return store.addPage(id, html, bytes).then(
    () => true,
    // The disk is full: the address is kept all the same.
    () => false,
  )
}

const underWay = new Map<number, Promise<Outcome>>()

/** Sends one entry now, whether it is due or not; twice at once is once. */
export async function send(id: number): Promise<Outcome> {
  const sending = underWay.get(id) ?? trySending(id).finally(() => underWay.delete(id))
  underWay.set(id, sending)
  try {
    return await sending
  } finally {
    await watch()
  }
}

async function trySending(id: number): Promise<Outcome> {
  const entry = await store.get(id)
  if (!entry) throw new Failure('gone')
  try {
    // A line too slow for the page still takes its address.
    const isSlow = entry.failure?.code === 'slow'
    const html = entry.pageBytes > 0 && !isSlow ? await store.page(id) : undefined
    const { url, title, tags, note, origin } = entry
    const link = { url, title, tags, note, ...(html === undefined ? {} : { html }) }
    const saved = await saveLink(createApi(origin, tokensOf(origin), fetch), link)
    const arrived = { ...saved, refusedPage: saved.refusedPage || (entry.pageBytes > 0 && isSlow) }
    // Before it is gone from here: else who asks in between would save it once more.
    await noteArrival(id, arrived)
    const again = await store.change(id, (now) => (now.revision === entry.revision ? undefined : now))
    return again ? await trySending(id) : { kind: 'saved', ...arrived }
  } catch (error) {
    const failure = asFailure(error)
    const kept = await store.change(id, (now) => afterFailure(now, failure, Date.now()))
    if (!kept) throw failure
    const [tabId] = (await tabOf(id)) ?? []
    await showOnTab(tabId, kept.dueAt === null ? 'trouble' : 'none')
    return { kind: 'kept', entry: kept }
  }
}

/** The tab that it came from says so, also when it was sent long after. */
async function noteArrival(id: number, { item, isNew, refusedPage }: Saved): Promise<void> {
  const [tabId] = (await tabOf(id)) ?? []
  if (tabId === undefined) return
  await changeTab(tabId, (saved) => {
    if (saved?.entry !== id) return saved
    const leftOut = saved.leftOut ?? (refusedPage ? 'too_large' : null)
    return { ...saved, self: selfOf(item), isNew: saved.isNew || isNew, leftOut }
  })
  await showOnTab(tabId, 'done')
}

let round = Promise.resolve()

/** Sends what is due to the service in use, one round after the other; with `all`, also what is not due yet. */
export function sendWaiting(all = false): Promise<void> {
  round = round.then(() => sendEach(all)).catch(() => undefined)
  return round
}

async function sendEach(all: boolean): Promise<void> {
  for (const entry of await waiting()) {
    if (!isDue(entry, Date.now(), all)) continue
    const outcome = await send(entry.id).catch(() => undefined)
    if (outcome?.kind === 'kept' && outcome.entry.dueAt !== null) {
      // The service can't be reached at this moment, so the others need not find that out each.
      await postpone(outcome.entry)
      break
    }
  }
  await watch()
}

async function postpone({ dueAt, failure }: Change): Promise<void> {
  for (const { id } of await waiting()) {
    await store.change(id, (entry) =>
      entry.dueAt === null || dueAt === null
        ? entry
        : { ...entry, dueAt: Math.max(dueAt, entry.dueAt), failure },
    )
  }
}

/** What is meant for the service in use, oldest first. */
export async function waiting(): Promise<Change[]> {
  const origin = await serviceOrigin()
  return (await store.all()).filter((entry) => entry.origin === origin)
}

/** Sets the alarm and the badge by what waits. */
export function watch(): Promise<void> {
  return withPermit(async (entries) => {
    await showWaiting(entries)
    await setAlarm(entries)
  })
}

let turn = Promise.resolve()

/** One after the other, so that no alarm is taken away by who knew less. */
function withPermit(work: (entries: Change[]) => Promise<void>): Promise<void> {
  const working = turn.then(async () => work(await waiting()))
  turn = working.catch(() => undefined)
  return working
}

async function setAlarm(entries: Change[]): Promise<void> {
  const due = nextDue(entries)
  if (due === undefined) await chrome.alarms.clear(ALARM)
  else await chrome.alarms.create(ALARM, { when: Math.max(due, Date.now() + SHORTEST_ALARM) })
}
