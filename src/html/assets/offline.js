// On every page of a device that keeps articles: sends what waits, renews what is kept, and deletes it at the end of a session.
import { askState, deleteKept, endKept, keptAccount, pagesOf, readFact, readKept, writeFact } from './kept.js'
import { addAct } from './outbox.js'
import { keepArticles, registerWorker, renewCookie, switchOff, switchedOnBy } from './keep.js'

let account

const DEFAULT = { count: 100, images: true }

/** The account of this session, with everything ready for it; undefined where it is another's or nobody can tell. */
const prepare = async () => {
  const kept = await keptAccount()
  const state = await askState()
  if (!state) return kept
  if (state.isEnded) {
    if (kept !== undefined) await endKept(kept)
    return undefined
  }
  if (state.account !== switchedOnBy()) {
    await switchOff()
    return undefined
  }
  renewCookie(state.account)
  await deleteKept(state.account)
  await pagesOf(state.account)
  await writeFact(state.account, 'words', state.words)
  // The browser makes room by deleting all of it.
  if (!(await readFact(state.account, 'choice'))) {
    await writeFact(state.account, 'choice', DEFAULT)
    await writeFact(state.account, 'isEvicted', true)
  }
  return state.account
}

const renew = async () => {
  if (!switchedOnBy()) return
  account ??= await prepare()
  if (account === undefined) return
  const problem = await keepArticles(account)
  if (!problem) for (const waits of document.querySelectorAll('.offline-waits')) waits.remove()
  if (problem === 'other') await switchOff()
}

/** Before signing out: whether what waits may be deleted. */
const maySignOut = async () => {
  const kept = account ?? (await keptAccount())
  const waiting = kept === undefined ? [] : await readKept(kept, 'acts')
  if (waiting.length === 0) return true
  const { signOut: warning } = await readFact(kept, 'words')
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

const ACT =
  /^\/queue\/items\/([\w-]+)\/(mark-read|mark-unread|favourite-item|unfavourite-item|tag-item|untag-item)$/

/** Keeps what an open page could not send, and says so in the row or above the article. */
const keepAct = async (by, { item, action, body }) => {
  const tag = body.get('tag')
  await addAct(by, { action, item, input: tag === null ? {} : { tag } })
  const { waiting } = await readFact(by, 'words')
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
  const [, item, action] = ACT.exec(new URL(address, location.href).pathname) ?? []
  const by = switchedOnBy()
  if (item === undefined || by === undefined) return
  event.preventDefault()
  keepAct(by, { item, action, body })
})

addEventListener('online', renew)
document.addEventListener('visibilitychange', () => document.hidden || renew())
if (switchedOnBy()) registerWorker().then(renew, renew)
