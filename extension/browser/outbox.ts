import type { Api } from '../core/api.ts'
import { submitEdit } from '../core/edit.ts'
import { asFailure, Failure } from '../core/failure.ts'
import {
  afterFailure,
  type OutboxEntry,
  isDue,
  isFor,
  MAX_WAITING_BYTES,
  newEntry,
  nextDue,
} from '../core/outbox.ts'
import { type Link, type Saved, saveLink } from '../core/save.ts'
import { apiOf } from './api-of.ts'
import { recordActs } from './acts.ts'
import { showOnTab, showWaiting } from './badge.ts'
import { outboxStore as store } from './outbox-store.ts'
import { changeTab, tabOf } from './saved-tabs.ts'
import { rememberedAction, serviceOrigin } from './settings.ts'
import { accountOf } from './tokens.ts'

/** The outcome of a save: acknowledged by the service, or still in the outbox. */
export type Outcome = ({ kind: 'saved' } & Saved) | { kind: 'queued'; entry: OutboxEntry }

const ALARM = 'outbox'
/** The key in session storage that changes with the outbox. */
export const OUTBOX_CHANGED = 'outbox changed'
/** Milliseconds; browsers fire no alarm sooner. */
const MIN_ALARM_DELAY = 30_000

/**
 * Stores a save in the outbox before it is sent, so that it survives the end of the browser. `pageTime`, in
 * milliseconds, is how long it waits for its page.
 */
export async function enqueue(
  link: Omit<Link, 'html'> & Pick<OutboxEntry, 'edit'>,
  { pageTime = 0, movesUp = true }: { pageTime?: number; movesUp?: boolean } = {},
): Promise<number> {
  const now = Date.now()
  const origin = await serviceOrigin()
  const owner = { origin, account: await accountOf(origin) }
  const id = await store.add(newEntry(link, owner, { now, dueAt: now + pageTime, movesUp }))
  await runInOrder(setAlarm)
  return id
}

/** Adds the captured page to an entry; false if too much is waiting already. */
export async function addPage(id: number, html: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(html).length
  const waiting = (await store.all()).reduce((sum, { pageBytes }) => sum + pageBytes, 0)
  if (waiting + bytes > MAX_WAITING_BYTES) return false
  return store.addPage(id, html, bytes).then(
    () => true,
    // The disk is full; the address stays in the outbox.
    () => false,
  )
}

const inFlight = new Map<number, Promise<Outcome>>()

/** Sends an entry now, due or not; concurrent calls share one request. */
export async function send(id: number): Promise<Outcome> {
  const sending = inFlight.get(id) ?? trySending(id).finally(() => inFlight.delete(id))
  inFlight.set(id, sending)
  try {
    return await sending
  } finally {
    await updateAlarmAndBadge()
  }
}

async function trySending(id: number): Promise<Outcome> {
  const entry = await store.get(id)
  if (!entry) throw new Failure('gone')
  const acts: string[] = []
  try {
    const api = apiOf(entry.origin, (act) => acts.push(act))
    const sending = entry.edit ? sendEdit(api, entry.edit) : sendLink(api, entry)
    const arrived = await sending.finally(() => recordActs({ entry: id, origin: entry.origin, acts }))
    // Recorded before the entry is removed, since a click in between would save it again.
    await recordSaved(id, arrived)
    const again = await store.change(id, (now) => (now.revision === entry.revision ? undefined : now))
    return again ? await trySending(id) : { kind: 'saved', ...arrived }
  } catch (error) {
    const failure = asFailure(error)
    const kept = await store.change(id, (now) => afterFailure(now, failure, Date.now()))
    if (!kept) throw failure
    const [tabId] = (await tabOf(id)) ?? []
    await showOnTab(tabId, kept.dueAt === null ? 'trouble' : 'none')
    return { kind: 'queued', entry: kept }
  }
}

async function sendEdit(api: Api, edit: NonNullable<OutboxEntry['edit']>): Promise<Saved> {
  const item = await submitEdit(api, await api.get(edit.self), edit)
  return { item, isNew: false, refusedPage: false }
}

async function sendLink(api: Api, entry: OutboxEntry): Promise<Saved> {
  // On a connection too slow for the page, only the address is sent.
  const isSlow = entry.failure?.code === 'slow'
  const html = entry.pageBytes > 0 && !isSlow ? await store.page(entry.id) : undefined
  const { url, title, tags, note, quotes = [], origin, movesUp } = entry
  const link = { url, title, tags, note, quotes, ...(html === undefined ? {} : { html }) }
  const remembered = rememberedAction(origin, 'save-link')
  const saved = await saveLink(api, link, { movesUp, remembered })
  return { ...saved, refusedPage: saved.refusedPage || (entry.pageBytes > 0 && isSlow) }
}

/** Records a save for the tab it came from, even if it was sent long after. */
async function recordSaved(id: number, { item, isNew, refusedPage }: Saved): Promise<void> {
  const [tabId] = (await tabOf(id)) ?? []
  if (tabId === undefined) return
  await changeTab(tabId, (saved) => {
    if (saved?.entry !== id) return saved
    const leftOut = saved.leftOut ?? (refusedPage ? 'too_large' : null)
    return { ...saved, item, isNew: saved.isNew || isNew, leftOut }
  })
  await showOnTab(tabId, 'done')
}

/** Takes an entry out of the outbox, once no request is sending it; false if it was not there. */
export async function withdraw(id: number): Promise<boolean> {
  await inFlight.get(id)?.catch(() => undefined)
  const entry = await store.get(id)
  await store.change(id, () => undefined)
  await updateAlarmAndBadge()
  return entry !== undefined
}

let round = Promise.resolve()

/** Sends the due entries of the service in use, one round after the other; with `all`, also those to be retried later. */
export function sendWaiting(all = false): Promise<void> {
  round = round.then(() => sendEach(all)).catch(() => undefined)
  return round
}

async function sendEach(all: boolean): Promise<void> {
  for (const entry of await waiting()) {
    if (!isDue(entry, Date.now(), all)) continue
    const outcome = await send(entry.id).catch(() => undefined)
    if (outcome?.kind === 'queued' && outcome.entry.dueAt !== null) {
      // The service can't be reached now, so the others would fail as well.
      await postpone(outcome.entry)
      break
    }
  }
  await updateAlarmAndBadge()
}

async function postpone({ dueAt, failure }: OutboxEntry): Promise<void> {
  for (const { id } of await waiting()) {
    await store.change(id, (entry) =>
      entry.dueAt === null || dueAt === null
        ? entry
        : { ...entry, dueAt: Math.max(dueAt, entry.dueAt), failure },
    )
  }
}

/** The entries for the service and the account in use, oldest first. */
export async function waiting(): Promise<OutboxEntry[]> {
  const origin = await serviceOrigin()
  const account = await accountOf(origin)
  return (await store.all()).filter((entry) => entry.origin === origin && isFor(entry, account))
}

/** Gives the entries that belong to nobody to the account that has signed in. */
export async function claimWaiting(): Promise<void> {
  const account = await accountOf(await serviceOrigin())
  for (const { id } of await waiting()) {
    await store.change(id, (entry) => (entry.account ? entry : { ...entry, account }))
  }
}

/** Sends what else waits, since the service has just answered. */
export async function sendOthers(): Promise<void> {
  if ((await waiting()).some(({ dueAt }) => dueAt !== null)) void sendWaiting(true)
}

/** Sets the alarm and the badge for the waiting entries. */
export function updateAlarmAndBadge(): Promise<void> {
  return runInOrder(async (entries) => {
    await showWaiting(entries)
    await setAlarm(entries)
    // Read by the options page, which shows the outbox.
    await chrome.storage.session.set({ [OUTBOX_CHANGED]: Date.now() + Math.random() })
  })
}

let lastTask = Promise.resolve()

/** Runs one task after the other, so that none works with outdated entries. */
function runInOrder(work: (entries: OutboxEntry[]) => Promise<void>): Promise<void> {
  const working = lastTask.then(async () => work(await waiting()))
  lastTask = working.catch(() => undefined)
  return working
}

async function setAlarm(entries: OutboxEntry[]): Promise<void> {
  const due = nextDue(entries)
  if (due === undefined) await chrome.alarms.clear(ALARM)
  else await chrome.alarms.create(ALARM, { when: Math.max(due, Date.now() + MIN_ALARM_DELAY) })
}
