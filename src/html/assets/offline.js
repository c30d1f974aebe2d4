// On every page of a device that keeps articles: sends what waits, renews what is kept, and deletes it at the end of a session.
import {
  askState,
  deleteAllExcept,
  deleteCopies,
  keptAccount,
  pagesOf,
  readDeviceState,
  readStore,
  writeDeviceState,
} from './offline-store.js'
import { offerToKeep } from './keep-item.js'
import { addEntry, remainingWait } from './outbox.js'
import { registerWorker, renewCookie, switchOff, switchedOnBy } from './offline-switch.js'
import { syncOffline } from './offline-sync.js'

let account
let renewTimer

const DEFAULT = { count: 100, images: true }

/** The account of this session, with everything ready for it; undefined where it is another's or nobody can tell. */
const prepare = async () => {
  const kept = await keptAccount()
  const state = await askState()
  if (!state || state.wait) return kept
  if (state.isEnded) {
    if (kept !== undefined) await deleteCopies(kept)
    return undefined
  }
  if (state.account !== switchedOnBy()) {
    await switchOff()
    return undefined
  }
  renewCookie(state.account)
  await deleteAllExcept(state.account)
  await writeDeviceState(state.account, 'words', state.words)
  // The browser makes room by deleting all of it.
  if (!(await readDeviceState(state.account, 'choice'))) {
    await writeDeviceState(state.account, 'isEvicted', true)
    await writeDeviceState(state.account, 'choice', DEFAULT)
  }
  // Last, since where it is, all of the above is taken to be there.
  await pagesOf(state.account)
  return state.account
}

const renew = async () => {
  if (!switchedOnBy()) return
  if (account === undefined) {
    account = await prepare()
    if (account !== undefined) await offerToKeep(account)
  }
  if (account === undefined) return
  const problem = await syncOffline(account)
  if (!problem) for (const waits of document.querySelectorAll('.offline-waits')) waits.remove()
  if (problem === 'other') await switchOff()
  clearTimeout(renewTimer)
  if (problem === 'busy') renewTimer = setTimeout(renew, await remainingWait(account))
}

/** Before signing out: whether what waits may be deleted. */
const maySignOut = async () => {
  const kept = account ?? (await keptAccount())
  const waiting = kept === undefined ? [] : await readStore(kept, 'outbox')
  if (waiting.length === 0) return true
  const { signOut: warning } = await readDeviceState(kept, 'words')
  // oxlint-disable-next-line no-alert -- it has to be answered before the page is left.
  return confirm(warning.replace('#', waiting.length))
}

const signOut = async (form) => {
  // Where the storage fails, the answer to the request clears it.
  if (!(await maySignOut().catch(() => true))) return
  await switchOff().catch(() => {})
  form.submit()
}

addEventListener('sign-out', ({ target }) => signOut(target))

const ACTION_PATH =
  /^\/queue\/items\/([\w-]+)\/(mark-read|mark-unread|favourite-item|unfavourite-item|snooze-item|unsnooze-item|remove-item|restore-item|tag-item|untag-item)$/

/** Keeps what an open page could not send, and says so in the row or above the article. */
const keepAction = async (by, { item, action, body }) => {
  const input = Object.fromEntries([...body].filter(([name]) => name === 'tag' || name === 'until'))
  await addEntry(by, { action, item, input })
  const { waiting } = await readDeviceState(by, 'words')
  const place = document.querySelector(`#item-${CSS.escape(item)} .meta`) ?? document.querySelector('.byline')
  place?.querySelector('.offline-waits')?.remove()
  const word = Object.assign(document.createElement('span'), {
    className: 'offline-waits',
    textContent: waiting,
  })
  place?.append(' ', word)
}

addEventListener('unreached', (event) => {
  const { address, body } = event.detail
  const [, item, action] = ACTION_PATH.exec(new URL(address, location.href).pathname) ?? []
  const by = switchedOnBy()
  if (item === undefined || by === undefined) return
  event.detail.keeping = keepAction(by, { item, action, body })
})

addEventListener('online', renew)
document.addEventListener('visibilitychange', () => document.hidden || renew())
if (switchedOnBy()) registerWorker().then(renew, renew)
