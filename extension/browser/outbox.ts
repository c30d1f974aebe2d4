import type { Api } from '../core/api.ts'
import { submitEdit } from '../core/edit.ts'
import { asFailure, Failure } from '../core/failure.ts'
import {
  afterFailure,
  belongsTo,
  type OutboxEntry,
  isDue,
  MAX_QUEUED_BYTES,
  newEntry,
  nextDue,
} from '../core/outbox.ts'
import { type Link, type Saved, saveLink } from '../core/save.ts'
import { apiOf } from './api-of.ts'
import { showOnTab, showQueuedCount } from './badge.ts'
import { outboxStore as store } from './outbox-store.ts'
import { recordChanges } from './recorded-changes.ts'
import { updateSavedTab, findTabOfEntry } from './saved-tabs.ts'
import { actionCache, serviceOrigin } from './settings.ts'
import { accountOf } from './tokens.ts'

/** The outcome of sending an entry: the service acknowledged it, or it is still in the outbox. */
export type Outcome = ({ kind: 'saved' } & Saved) | { kind: 'queued'; entry: OutboxEntry }

const ALARM = 'outbox'
/** A key in session storage whose value changes whenever the outbox does. */
export const OUTBOX_CHANGED = 'outbox changed'
/** Browsers fire no alarm sooner than that. */
const MIN_ALARM_DELAY_MS = 30_000

/**
 * Stores a save or edit in the outbox before it is sent, so that it is not lost if the browser closes. `captureTimeoutMs` is
 * how long the entry waits for its page. Returns its id.
 */
export async function enqueue(
  link: Omit<Link, 'html'> & Pick<OutboxEntry, 'edit'>,
  { captureTimeoutMs = 0, movesUp = true }: { captureTimeoutMs?: number; movesUp?: boolean } = {},
): Promise<number> {
  const now = Date.now()
  const origin = await serviceOrigin()
  const owner = { origin, account: await accountOf(origin) }
  const id = await store.add(newEntry(link, owner, { now, dueAt: now + captureTimeoutMs, movesUp }))
  await runInOrder(setAlarm)
  return id
}

/** Adds the captured page to an entry; false if the outbox or the disk has no room for it. */
export async function addPage(id: number, html: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(html).length
  const queuedBytes = (await store.all()).reduce((sum, { pageBytes }) => sum + pageBytes, 0)
  if (queuedBytes + bytes > MAX_QUEUED_BYTES) return false
  return store.addPage(id, html, bytes).then(
    () => true,
    // The disk is full. The address stays in the outbox.
    () => false,
  )
}

/** The requests that are sending entries, by entry id. */
const inFlight = new Map<number, Promise<Outcome>>()

/** Sends an entry now, whether or not it is due. Concurrent calls share one request. Throws `gone` if there is no such entry. */
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
  const changes: string[] = []
  try {
    const api = apiOf(entry.origin, (change) => changes.push(change))
    const sending = entry.edit ? sendEdit(api, entry.edit) : sendLink(api, entry)
    const saved = await sending.finally(() => recordChanges(id, { origin: entry.origin, changes }))
    // Recorded before the entry is removed, since a click in between would save it again.
    await recordSaved(id, saved)
    // An entry that the person changed during sending stays, and is sent again.
    const remaining = await store.change(id, (current) =>
      current.revision === entry.revision ? undefined : current,
    )
    return remaining ? await trySending(id) : { kind: 'saved', ...saved }
  } catch (error) {
    const failure = asFailure(error)
    const queued = await store.change(id, (current) => afterFailure(current, failure, Date.now()))
    if (!queued) throw failure
    const [tabId] = (await findTabOfEntry(id)) ?? []
    await showOnTab(tabId, queued.dueAt === null ? 'trouble' : 'none')
    return { kind: 'queued', entry: queued }
  }
}

async function sendEdit(api: Api, edit: NonNullable<OutboxEntry['edit']>): Promise<Saved> {
  const item = await submitEdit(api, await api.get(edit.self), edit)
  return { item, isNew: false, isPageLeftOut: false }
}

async function sendLink(api: Api, entry: OutboxEntry): Promise<Saved> {
  // On a connection too slow for the page, only the address is sent.
  const isSlow = entry.failure?.code === 'slow'
  const html = entry.pageBytes > 0 && !isSlow ? await store.page(entry.id) : undefined
  const { url, title, tags, note, quotes = [], origin, movesUp } = entry
  const link = { url, title, tags, note, quotes, ...(html === undefined ? {} : { html }) }
  const cache = actionCache(origin, 'save-link')
  const saved = await saveLink(api, link, { movesUp, cache })
  return { ...saved, isPageLeftOut: saved.isPageLeftOut || (entry.pageBytes > 0 && isSlow) }
}

/** Records a saved item for the tab that it was saved from, even if it was sent much later. */
async function recordSaved(id: number, { item, isNew, isPageLeftOut }: Saved): Promise<void> {
  const [tabId] = (await findTabOfEntry(id)) ?? []
  if (tabId === undefined) return
  await updateSavedTab(tabId, (saved) => {
    if (saved?.entry !== id) return saved
    const leftOut = saved.leftOut ?? (isPageLeftOut ? 'too_large' : null)
    return { ...saved, item, isNew: saved.isNew || isNew, leftOut }
  })
  await showOnTab(tabId, 'done')
}

/** Takes an entry out of the outbox, after a request that is sending it; false if it is not there by then. */
export async function withdraw(id: number): Promise<boolean> {
  await inFlight.get(id)?.catch(() => undefined)
  const entry = await store.get(id)
  await store.change(id, () => undefined)
  await updateAlarmAndBadge()
  return entry !== undefined
}

/**
 * Removes an entry that the person discards. A request that is sending the entry can't be stopped, so this waits for it, and
 * throws `already_sent` if the service saved it.
 */
export async function discard(id: number): Promise<void> {
  const outcome = await inFlight.get(id)?.catch(() => undefined)
  if (outcome?.kind === 'saved') throw new Failure('already_sent')
  await withdraw(id)
}

let lastRound = Promise.resolve()

/**
 * Sends the due entries of the service and account in use. `all` includes those that failed and are due later. Concurrent
 * calls run one after the other.
 */
export function sendDueEntries(all = false): Promise<void> {
  lastRound = lastRound.then(() => sendEach(all)).catch(() => undefined)
  return lastRound
}

async function sendEach(all: boolean): Promise<void> {
  for (const entry of await currentEntries()) {
    if (!isDue(entry, Date.now(), all)) continue
    const outcome = await send(entry.id).catch(() => undefined)
    if (outcome?.kind === 'queued' && outcome.entry.dueAt !== null) {
      // The service can't be reached now, so the other entries would fail as well.
      await postpone(outcome.entry)
      break
    }
  }
  await updateAlarmAndBadge()
}

/** Makes all entries due no sooner than the one that failed, for the same reason. */
async function postpone({ dueAt, failure }: OutboxEntry): Promise<void> {
  for (const { id } of await currentEntries()) {
    await store.change(id, (entry) =>
      entry.dueAt === null || dueAt === null
        ? entry
        : { ...entry, dueAt: Math.max(dueAt, entry.dueAt), failure },
    )
  }
}

/** The entries for the service and account in use, oldest first. */
export async function currentEntries(): Promise<OutboxEntry[]> {
  const origin = await serviceOrigin()
  const account = await accountOf(origin)
  return (await store.all()).filter((entry) => entry.origin === origin && belongsTo(entry, account))
}

/** Assigns the entries without an account to the account that has just signed in. */
export async function claimEntries(): Promise<void> {
  const account = await accountOf(await serviceOrigin())
  for (const { id } of await currentEntries()) {
    await store.change(id, (entry) => (entry.account ? entry : { ...entry, account }))
  }
}

/** Sends the other entries, since the service has just responded. */
export async function sendOthers(): Promise<void> {
  if ((await currentEntries()).some(({ dueAt }) => dueAt !== null)) void sendDueEntries(true)
}

/** Sets the alarm and the badge for the entries in use. */
export function updateAlarmAndBadge(): Promise<void> {
  return runInOrder(async (entries) => {
    await showQueuedCount(entries)
    await setAlarm(entries)
    // Tells the options page and the side panel to refresh.
    await chrome.storage.session.set({ [OUTBOX_CHANGED]: Date.now() + Math.random() })
  })
}

let lastTask = Promise.resolve()

/** Runs tasks one after the other, so that none works with outdated entries. */
function runInOrder(work: (entries: OutboxEntry[]) => Promise<void>): Promise<void> {
  const task = lastTask.then(async () => work(await currentEntries()))
  lastTask = task.catch(() => undefined)
  return task
}

async function setAlarm(entries: OutboxEntry[]): Promise<void> {
  const due = nextDue(entries)
  if (due === undefined) await chrome.alarms.clear(ALARM)
  else await chrome.alarms.create(ALARM, { when: Math.max(due, Date.now() + MIN_ALARM_DELAY_MS) })
}
