// What was done on this device and waits to be sent: written to its disk before it is shown as done, sent once.
import { askState, changeKept, endKept, readFact, readKept, writeFact } from './kept.js'

const BACKOFF = 5000
const MAX_BACKOFF = 600_000
/** After so many faults of the service itself, an act is put aside, so that those behind it are sent. */
const MAX_FAULTS = 5

/** Of acts about the same of one item the last counts. */
const SUBJECTS = {
  'mark-read': 'read',
  'mark-unread': 'read',
  'favourite-item': 'favourite',
  'unfavourite-item': 'favourite',
  'set-progress': 'progress',
  'edit-item': 'note',
}
const subjectOf = ({ action, item, input }) => {
  const subject = SUBJECTS[action] ?? (action.endsWith('tag-item') ? `tag ${input.tag}` : undefined)
  return subject && `${item} ${subject}`
}

/** An item as an act leaves it. */
const CHANGES = {
  'mark-read': () => ({ isRead: true }),
  'mark-unread': () => ({ isRead: false }),
  'favourite-item': () => ({ isFavourite: true }),
  'unfavourite-item': () => ({ isFavourite: false }),
  'tag-item': ({ tags }, { tag }) => ({ tags: [...new Set([...tags, tag])] }),
  'untag-item': ({ tags }, { tag }) => ({ tags: tags.filter((one) => one !== tag) }),
  'set-progress': (_, { progress }) => ({ progress }),
  'edit-item': (_, { note }) => ({ note }),
}
export const withActs = (item, acts) => {
  const now = { ...item }
  for (const act of acts) if (act.item === now.id) Object.assign(now, CHANGES[act.action]?.(now, act.input))
  return now
}

/** Writes an act: `{ action, item, input }`, and for a note what it was before. */
export const addAct = async (account, act) => {
  const subject = subjectOf(act)
  await changeKept(account, ['acts', 'items'], async (store, result) => {
    const acts = await result(store('acts').getAll())
    const earlier = acts.filter((one) => subject !== undefined && subjectOf(one) === subject)
    for (const { number } of earlier) store('acts').delete(number)
    const known = earlier.find(({ knownNote }) => knownNote !== undefined)?.knownNote ?? act.knownNote
    store('acts').add({ ...act, key: crypto.randomUUID(), at: Date.now(), tries: 0, knownNote: known })
    const item = act.item && (await result(store('items').get(act.item)))
    if (item) store('items').put(withActs(item, [act]))
  })
  await writeFact(account, 'retryAt', 0)
  navigator.serviceWorker?.ready
    .then((registration) => registration.sync?.register('outbox'))
    // The next visit sends it.
    .catch(() => {})
}

export const removeAct = (account, number) =>
  changeKept(account, ['acts'], (store) => store('acts').delete(number))

export const updateAct = (account, act) =>
  changeKept(account, ['acts'], async (store, result) => {
    // It may have been deleted, or another have taken its place.
    if (await result(store('acts').get(act.number))) store('acts').put(act)
  })

const send = (act, formToken) => {
  const body = new URLSearchParams({
    form_token: formToken,
    key: act.key,
    action: act.action,
    ago: String(Math.max(0, Date.now() - act.at)),
    ...(act.item && { item: act.item }),
    ...(act.knownNote !== undefined && { known_note: act.knownNote }),
    ...act.input,
  })
  return fetch('/offline/acts', {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    redirect: 'manual',
  }).catch(() => {})
}

const isPassing = (status) => status === 408 || status === 425 || status === 429 || status >= 500

/** Notes the answer to an act. False where nothing more can be sent now. */
const settle = async (account, act, response) => {
  if (response?.ok) {
    await removeAct(account, act.number)
    return true
  }
  // 401 and 403: the session has ended or was replaced, with the token.
  const isOfSession = response?.status === 401 || response?.status === 403
  if (!response || response.type === 'opaqueredirect' || isOfSession) return false
  const tries = act.tries + 1
  const isPutAside = response.status === 500 && tries >= MAX_FAULTS
  if (isPassing(response.status) && !isPutAside) {
    const wait = Number(response.headers.get('retry-after')) * 1000 || BACKOFF * 2 ** (tries - 1)
    await updateAct(account, { ...act, tries })
    await writeFact(account, 'retryAt', Date.now() + Math.min(wait, MAX_BACKOFF))
    return false
  }
  const { outcome, detail, note } = await response.json().catch(() => ({}))
  if (response.status === 404 || response.status === 410) {
    await removeAct(account, act.number)
    const gone = (await readFact(account, 'gone')) ?? []
    await writeFact(account, 'gone', [...gone, act.title ?? ''])
    return true
  }
  await updateAct(account, {
    ...act,
    refused: detail ?? String(response.status),
    isConflict: outcome === 'conflict',
    note,
  })
  return true
}

/**
 * Sends what waits, one act after the other, in one window at a time. Gives `ended` where the session has, `other` where
 * it is another account's, `unreached` where no answer came, else undefined.
 */
export const sendActs = (account, { isForced = false } = {}) =>
  navigator.locks.request(`outbox-${account}`, async () => {
    const waiting = (await readKept(account, 'acts')).filter(({ refused }) => refused === undefined)
    if (waiting.length === 0) return undefined
    if (!isForced && Date.now() < ((await readFact(account, 'retryAt')) ?? 0)) return 'unreached'
    const state = await askState()
    if (!state) return 'unreached'
    if (state.isEnded) {
      await endKept(account)
      return 'ended'
    }
    if (state.account !== account) return 'other'
    for (const act of waiting) {
      const response = await send(act, state.formToken)
      if (!(await settle(account, act, response))) return 'unreached'
    }
    return undefined
  })
