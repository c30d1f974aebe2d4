// Fetches the newest articles to keep, texts first, then their images.
import {
  ASSETS,
  MATCH_OPTIONS,
  LIST_PATH,
  UNREACHED_PATH,
  askState,
  updateStores,
  deleteAllExcept,
  deleteCopies,
  imagesOf,
  keptPath,
  pagesOf,
  readDeviceState,
  readStore,
  writeDeviceState,
} from './offline-store.js'
import { changeChosen, readChosen } from './chosen-items.js'
import { switchedOnBy } from './offline-switch.js'
import { remainingWait, sendOutbox, waitFor, withEntries } from './outbox.js'

const IMAGES_AT_ONCE = 2
/** Milliseconds; the list is asked for at most this often while one goes from page to page. */
const MIN_INTERVAL = 120_000
const IMAGE = /(?<= src=")\/queue\/items\/[\w-]+\/images\/[\w.-]+/g
/** Of one article. */
const MAX_IMAGES = 50

/** An answer to keep; never one that led elsewhere, as to the sign-in page, and never a failure. */
const fetchToKeep = async (path, accept = 'text/html') => {
  const response = await fetch(path, { headers: { accept }, redirect: 'manual' })
  return response.ok && response.type === 'basic' ? response : undefined
}

const textOf = (page) =>
  page
    .slice(page.indexOf('<article'), page.lastIndexOf('</article>'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** Throws where this device keeps nothing of the account any more, as after a sign-out in another window. */
const requireSwitchedOn = (account) => {
  if (switchedOnBy() !== account) throw new DOMException('', 'AbortError')
}

const keepPage = async (account, item, { old, release }) => {
  if (old?.version === item.version && old.release === release) return old
  const response = await fetchToKeep(keptPath(item.id))
  if (!response) return old
  const page = await response.clone().text()
  await (await pagesOf(account)).put(keptPath(item.id), response)
  return { text: textOf(page), images: [...new Set(page.match(IMAGE))].slice(0, MAX_IMAGES), release }
}

const keepImages = async (account, paths) => {
  const cache = await imagesOf(account)
  const rest = [...paths]
  const work = async () => {
    for (let path = rest.shift(); path; path = rest.shift()) {
      if (await cache.match(path, MATCH_OPTIONS)) continue
      const response = await fetchToKeep(path, 'image/*')
      requireSwitchedOn(account)
      if (response) await cache.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, work))
}

/** Deletes what belongs to no kept article, and files that no kept page loads any more. */
const deleteOthers = async (account, ids, { release, assets, hasImages }) => {
  const items = await readStore(account, 'items')
  const pages = await pagesOf(account)
  const images = await imagesOf(account)
  const isKept = ({ id }) => ids.has(id)
  for (const { id } of items.filter((item) => !isKept(item))) await pages.delete(keptPath(id), MATCH_OPTIONS)
  await updateStores(account, ['items'], (store) => {
    for (const { id } of items.filter((item) => !isKept(item))) store('items').delete(id)
  })
  const kept = items.filter(isKept)
  const used = new Set(hasImages ? kept.flatMap((item) => item.images) : [])
  for (const { url } of await images.keys())
    if (!used.has(new URL(url).pathname)) await images.delete(url, MATCH_OPTIONS)
  if (kept.some((item) => item.release !== release)) return
  const files = await caches.open(ASSETS)
  for (const { url } of await files.keys())
    if (!assets.includes(new URL(url).pathname)) await files.delete(url, MATCH_OPTIONS)
}

const keepAll = async (account, { choice, state }, onProgress) => {
  const files = await caches.open(ASSETS)
  const pages = await pagesOf(account)
  for (const path of state.assets) if (!(await files.match(path, MATCH_OPTIONS))) await files.add(path)
  for (const path of [LIST_PATH, UNREACHED_PATH]) {
    const response = await fetchToKeep(path)
    if (response) await pages.put(path, response)
  }
  const before = new Map((await readStore(account, 'items')).map((item) => [item.id, item]))
  let count = 0
  const images = []
  for (const item of state.items) {
    requireSwitchedOn(account)
    const kept = await keepPage(account, item, { old: before.get(item.id), release: state.release })
    if (!kept) continue
    const { text, release } = kept
    requireSwitchedOn(account)
    const whole = { ...item, text, release, images: kept.images }
    await updateStores(account, ['items', 'outbox'], async (store, result) => {
      const entries = await result(store('outbox').index('item').getAll(item.id))
      store('items').put(withEntries(whole, entries))
    })
    images.push(...kept.images)
    onProgress?.(++count)
  }
  const saves = navigator.connection?.saveData
  if (choice.images && !saves) await keepImages(account, images)
  requireSwitchedOn(account)
  // What has been changed here stays until that is sent.
  const changed = (await readStore(account, 'outbox')).flatMap(({ item }) => item ?? [])
  const ids = new Set([...state.items.map(({ id }) => id), ...changed])
  await deleteOthers(account, ids, { ...state, hasImages: choice.images })
  await writeDeviceState(account, 'keptAt', Date.now())
  await writeDeviceState(account, 'isFull', false)
}

/**
 * Sends what waits, then makes what is kept what it is to be now; `onProgress` hears how many articles are there. Gives as
 * `sendOutbox` does, or `full`.
 */
export const syncOffline = (account, { onProgress, isForced = false } = {}) =>
  navigator.locks.request(`keep-${account}`, async () => {
    const problem = await sendOutbox(account, { isForced })
    if (problem) return problem
    if ((await remainingWait(account)) > 0) return 'busy'
    const choice = await readDeviceState(account, 'choice')
    const keptAt = (await readDeviceState(account, 'keptAt')) ?? 0
    // The device's clock may have been ahead.
    if (!choice || (!isForced && Math.abs(Date.now() - keptAt) < MIN_INTERVAL)) return undefined
    const chosen = await readChosen(account)
    const state = await askState({ newest: choice.count, items: chosen })
    if (!state) return 'unreached'
    if (state.wait) return waitFor(account, state.wait)
    if (state.isEnded) {
      await deleteCopies(account)
      return 'ended'
    }
    if (state.account !== account) return 'other'
    try {
      const ids = new Set(state.items.map(({ id }) => id))
      await changeChosen(account, (all) => all.filter((id) => ids.has(id) || !chosen.includes(id)))
      await keepAll(account, { choice, state }, onProgress)
      return undefined
    } catch (error) {
      if (error.name !== 'QuotaExceededError') return 'unreached'
      await writeDeviceState(account, 'isFull', true)
      return 'full'
    } finally {
      // What was written while another window deleted everything.
      if (switchedOnBy() !== account) await deleteAllExcept(switchedOnBy())
    }
  })
