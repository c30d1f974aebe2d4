// What was done on this device and waits to be sent: written to its disk before it is shown as done, sent once.
import {
  MAX_WAIT,
  askState,
  deleteCopies,
  readDeviceState,
  readStore,
  requestedWait,
  updateStores,
  writeDeviceState,
} from './offline-store.js'

const BACKOFF = 5000
const MAX_BACKOFF = 600_000
/** After so many faults of the service itself, an entry is put aside, so that those behind it are sent. */
const MAX_FAULTS = 5

/** Of entries about the same of one item the last counts. */
const SUBJECTS = {
  'mark-read': 'read',
  'mark-unread': 'read',
  'favourite-item': 'favourite',
  'unfavourite-item': 'favourite',
  'snooze-item': 'snoozed',
  'unsnooze-item': 'snoozed',
  'remove-item': 'removed',
  'restore-item': 'removed',
  'set-progress': 'progress',
  'edit-item': 'note',
}
const subjectOf = ({ action, item, input }) => {
  const subject = SUBJECTS[action] ?? (action.endsWith('tag-item') ? `tag ${input.tag}` : undefined)
  return subject && `${item} ${subject}`
}

/** An item as an entry leaves it. */
const CHANGES = {
  'mark-read': () => ({ isRead: true }),
  'mark-unread': () => ({ isRead: false }),
  'favourite-item': () => ({ isFavourite: true }),
  'unfavourite-item': () => ({ isFavourite: false }),
  'snooze-item': (_, { until }) => ({ snoozedUntil: until }),
  'unsnooze-item': () => ({ snoozedUntil: null }),
  'remove-item': () => ({ isRemoved: true }),
  'restore-item': () => ({ isRemoved: false }),
  'tag-item': ({ tags }, { tag }) => ({ tags: [...new Set([...tags, tag])] }),
  'untag-item': ({ tags }, { tag }) => ({ tags: tags.filter((one) => one !== tag) }),
  'set-progress': (_, { progress }) => ({ progress }),
  'edit-item': (_, { note }) => ({ note }),
}
/** The actions that take each other back. */
const INVERSES = new Map(
  [
    ['mark-read', 'mark-unread'],
    ['favourite-item', 'unfavourite-item'],
    ['snooze-item', 'unsnooze-item'],
    ['remove-item', 'restore-item'],
    ['tag-item', 'untag-item'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)
export const withEntries = (item, entries) => {
  const now = { ...item }
  for (const entry of entries)
    if (entry.item === now.id) Object.assign(now, CHANGES[entry.action]?.(now, entry.input))
  return now
}

/** Writes an entry: `{ action, item, input }`, and for a note what it was before. Throws where there is no room for it. */
export const addEntry = async (account, entry) => {
  const subject = subjectOf(entry)
  await updateStores(account, ['outbox', 'items', 'facts'], async (store, result) => {
    const earlier = subject ? await result(store('outbox').index('subject').getAll(subject)) : []
    for (const { number } of earlier) store('outbox').delete(number)
    const known = earlier.find(({ knownNote }) => knownNote !== undefined)?.knownNote ?? entry.knownNote
    store('outbox').add({
      ...entry,
      subject,
      key: crypto.randomUUID(),
      at: Date.now(),
      tries: 0,
      knownNote: known,
    })
    const item = entry.item && (await result(store('items').get(entry.item)))
    if (item) store('items').put(withEntries(item, [entry]))
    store('facts').put(0, 'retryAt')
  })
  navigator.serviceWorker?.ready
    .then((registration) => registration.sync?.register('outbox'))
    // The next visit sends it.
    .catch(() => {})
}

const removeEntry = (account, number) =>
  updateStores(account, ['outbox'], (store) => store('outbox').delete(number))

/** Deletes an entry that is not to be sent, and shows its item as it was before. */
export const cancelEntry = (account, entry) =>
  updateStores(account, ['outbox', 'items'], async (store, result) => {
    store('outbox').delete(entry.number)
    const item = entry.item && (await result(store('items').get(entry.item)))
    const inverse = { ...entry, action: INVERSES.get(entry.action) }
    if (item) store('items').put(withEntries(item, [inverse]))
  })

export const updateEntry = (account, entry) =>
  updateStores(account, ['outbox'], async (store, result) => {
    // It may have been deleted, or another have taken its place.
    if (await result(store('outbox').get(entry.number))) store('outbox').put(entry)
  })

const send = (entry, formToken) => {
  const body = new URLSearchParams({
    form_token: formToken,
    key: entry.key,
    action: entry.action,
    ago: String(Math.max(0, Date.now() - entry.at)),
    ...(entry.item && { item: entry.item }),
    ...(entry.knownNote !== undefined && { known_note: entry.knownNote }),
    ...entry.input,
  })
  return fetch('/offline/actions', {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    redirect: 'manual',
  }).catch(() => {})
}

const isPassing = (status) => status === 408 || status === 425 || status === 429 || status >= 500

/** Milliseconds until the service takes more. */
export const remainingWait = async (account) => {
  const wait = ((await readDeviceState(account, 'busyUntil')) ?? 0) - Date.now()
  // The device's clock may have been ahead.
  return wait > MAX_WAIT ? 0 : Math.max(0, wait)
}

/** Waits as the service asked; people's wishes have to wait too. */
export const waitFor = async (account, wait) => {
  await writeDeviceState(account, 'busyUntil', Date.now() + wait)
  return 'busy'
}

/** Notes the answer to an entry. Gives why nothing more can be sent now, as `sendOutbox` does. */
const settle = async (account, entry, response) => {
  if (response?.ok) {
    await removeEntry(account, entry.number)
    return undefined
  }
  // 401 and 403: the session has ended or was replaced, with the token.
  const isOfSession = response?.status === 401 || response?.status === 403
  if (!response || response.type === 'opaqueredirect' || isOfSession) return 'unreached'
  const tries = entry.tries + 1
  const isPutAside = response.status === 500 && tries >= MAX_FAULTS
  if (isPassing(response.status) && !isPutAside) {
    await updateEntry(account, { ...entry, tries })
    const wait = requestedWait(response)
    if (wait > 0) return waitFor(account, wait)
    await writeDeviceState(account, 'retryAt', Date.now() + Math.min(BACKOFF * 2 ** (tries - 1), MAX_BACKOFF))
    return 'unreached'
  }
  const { outcome, detail, note } = await response.json().catch(() => ({}))
  if (response.status === 404 || response.status === 410) {
    await removeEntry(account, entry.number)
    const gone = (await readDeviceState(account, 'gone')) ?? []
    await writeDeviceState(account, 'gone', [...new Set([...gone, entry.title ?? ''])])
    return undefined
  }
  await updateEntry(account, {
    ...entry,
    refused: detail ?? String(response.status),
    isConflict: outcome === 'conflict',
    note,
  })
  return undefined
}

/**
 * Sends what waits, one entry after the other, in one window at a time. Gives `ended` where the session has, `other` where
 * it is another account's, `busy` where the service asks to wait, which holds for people's wishes too, `unreached` where no
 * answer came, else undefined.
 */
export const sendOutbox = (account, { isForced = false } = {}) =>
  navigator.locks.request(`outbox-${account}`, async () => {
    const waiting = (await readStore(account, 'outbox')).filter(({ refused }) => refused === undefined)
    if (waiting.length === 0) return undefined
    if ((await remainingWait(account)) > 0) return 'busy'
    const delay = ((await readDeviceState(account, 'retryAt')) ?? 0) - Date.now()
    // The device's clock may have been ahead.
    if (!isForced && delay > 0 && delay <= MAX_BACKOFF) return 'unreached'
    const state = await askState()
    if (!state) return 'unreached'
    if (state.wait) return waitFor(account, state.wait)
    if (state.isEnded) {
      await deleteCopies(account)
      return 'ended'
    }
    if (state.account !== account) return 'other'
    for (const entry of waiting) {
      // The item would be back by now.
      if (entry.action === 'snooze-item' && Date.parse(entry.input.until) <= Date.now()) {
        await cancelEntry(account, entry)
        continue
      }
      const problem = await settle(account, entry, await send(entry, state.formToken))
      if (problem) return problem
    }
    return undefined
  })
