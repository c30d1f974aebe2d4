// What a device keeps of an account for reading offline: two caches and a database, which carry the account in their names.
const PAGES = 'offline-pages-'
const IMAGES = 'offline-images-'
const DATABASE = 'offline-'
/** Milliseconds that the service has to answer before what is kept is shown. */
export const NETWORK_TIMEOUT = 3000
/** Files of pages, which are nobody's. */
export const ASSETS = 'offline-assets'
export const LIST_PATH = '/offline'
export const UNREACHED_PATH = '/offline/unreached'
/** Pages differ by cookie and language, which does not matter for a copy. */
export const MATCH_OPTIONS = { ignoreVary: true }

export const pagesOf = (account) => caches.open(PAGES + account)
export const imagesOf = (account) => caches.open(IMAGES + account)
/** Unlike opening the cache, this makes none where it was deleted. */
export const matchPage = (account, path) =>
  caches.match(path, { ...MATCH_OPTIONS, cacheName: PAGES + account })
export const keptPath = (id) => `/offline/items/${id}`

/** The account whose articles are kept on this device, if any. */
export const keptAccount = async () => {
  const names = await caches.keys()
  return names.find((name) => name.startsWith(PAGES))?.slice(PAGES.length)
}

const result = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const databases = new Map()
const open = (account) => {
  const request = indexedDB.open(DATABASE + account, 3)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    if (oldVersion === 0) {
      request.result.createObjectStore('items', { keyPath: 'id' })
      request.result.createObjectStore('outbox', { keyPath: 'number', autoIncrement: true })
      request.result.createObjectStore('facts')
    }
    if (oldVersion === 1) request.transaction.objectStore('acts').name = 'outbox'
    // Thousands of entries may wait, of which an action concerns a few.
    const outbox = request.transaction.objectStore('outbox')
    for (const name of ['item', 'subject']) outbox.createIndex(name, name)
  })
  return result(request).then((database) => {
    const forgetIt = () => databases.delete(account)
    database.addEventListener('close', forgetIt)
    // Another window deletes it.
    database.addEventListener('versionchange', () => {
      database.close()
      forgetIt()
    })
    return database
  })
}
const databaseOf = (account) => {
  if (!databases.has(account)) databases.set(account, open(account))
  return databases.get(account)
}

/** One value of the database, or all of a store where no key is given. */
export const readStore = async (account, store, key) => {
  const database = await databaseOf(account)
  const objects = database.transaction(store).objectStore(store)
  return result(key === undefined ? objects.getAll() : objects.get(key))
}

/** What waits to be sent of one item. */
export const readEntriesOf = async (account, item) => {
  const database = await databaseOf(account)
  return result(database.transaction('outbox').objectStore('outbox').index('item').getAll(item))
}

/** Changes stores of the database in one transaction, and resolves when all of it is on the disk. */
export const updateStores = async (account, stores, work) => {
  const database = await databaseOf(account)
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  const ended = new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve)
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
  try {
    await work((store) => transaction.objectStore(store), result)
  } catch (error) {
    // Else what was changed before would be stored.
    transaction.abort()
    await ended.catch(() => {})
    throw error
  }
  return ended
}

/** What a device notes of an account beside its items, by name. Its object store is still called `facts`. */
export const readDeviceState = (account, name) => readStore(account, 'facts', name)
export const writeDeviceState = (account, name, value) =>
  updateStores(account, ['facts'], (store) => store('facts').put(value, name))

const deleteDatabase = (name) => result(indexedDB.deleteDatabase(name))

/** Deletes everything that this device keeps, but for what belongs to the account `except`. */
export const deleteAllExcept = async (except) => {
  const isExcepted = (name) => except !== undefined && name.endsWith(`-${except}`)
  const names = (await caches.keys()).filter((name) => name.startsWith('offline-') && !isExcepted(name))
  await Promise.all(
    names.filter((name) => except === undefined || name !== ASSETS).map((name) => caches.delete(name)),
  )
  const all = (await indexedDB.databases()).map(({ name }) => name)
  await Promise.all(
    all.filter((name) => name.startsWith(DATABASE) && !isExcepted(name)).map((name) => deleteDatabase(name)),
  )
}

/** The longest that the service may ask to wait, in milliseconds. */
export const MAX_WAIT = 86_400_000

/** Milliseconds that the service asks to wait; 0 where it says nothing of it. */
export const requestedWait = (response) => {
  const value = response.headers.get('retry-after')
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return wait > 0 ? Math.min(wait, MAX_WAIT) : 0
}

/**
 * What the service says of this session: whose it is, a token to send with, and the items that are asked for: the
 * newest, and others by their ids. `isEnded` where there is no session, `wait` in milliseconds where it asks for that instead; undefined where it can't be
 * reached.
 */
export const askState = async ({ newest = 0, items = [], signal = undefined } = {}) => {
  const chosen = items.length > 0 ? `&items=${items}` : ''
  const response = await fetch(`/offline/state?newest=${newest}${chosen}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal,
  }).catch(() => {})
  if (response?.type === 'opaqueredirect' || response?.status === 401) return { isEnded: true }
  if (response?.ok) return response.json()
  const wait = response ? requestedWait(response) : 0
  return wait > 0 ? { wait } : undefined
}

/** Deletes the readable copies of an account whose session has ended. What waits to be sent stays until it signs in again. */
export const deleteCopies = async (account) => {
  await Promise.all([caches.delete(PAGES + account), caches.delete(IMAGES + account)])
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === DATABASE + account)) return
  await updateStores(account, ['items', 'facts'], (store) => {
    store('items').clear()
    store('facts').delete('gone')
  })
}

/** The account whose copies may be shown: the one that is kept, unless another is signed in, for which they are deleted. */
export const reconcileAccount = async () => {
  const kept = await keptAccount()
  if (kept === undefined || !navigator.onLine) return kept
  const state = await askState({ signal: AbortSignal.timeout(NETWORK_TIMEOUT) })
  if (state?.isEnded) await deleteCopies(kept)
  if (!state?.account || state.account === kept) return kept
  await deleteAllExcept(state.account)
  return undefined
}
