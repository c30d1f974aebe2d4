// What a device keeps of an account for reading offline: two caches and a database, which carry the account in their names.
const PAGES = 'offline-pages-'
const IMAGES = 'offline-images-'
const DATABASE = 'offline-'
/** Milliseconds that the service has to answer before what is kept is shown. */
export const PATIENCE = 3000
/** Files of pages, which are nobody's. */
export const ASSETS = 'offline-assets'
export const LIST_PATH = '/offline'
export const UNREACHED_PATH = '/offline/unreached'
/** Pages differ by cookie and language, which does not matter for a copy. */
export const KEPT = { ignoreVary: true }

export const pagesOf = (account) => caches.open(PAGES + account)
export const imagesOf = (account) => caches.open(IMAGES + account)
/** Unlike opening the cache, this makes none where it was deleted. */
export const matchPage = (account, path) => caches.match(path, { ...KEPT, cacheName: PAGES + account })
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
  const request = indexedDB.open(DATABASE + account, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('items', { keyPath: 'id' })
    request.result.createObjectStore('acts', { keyPath: 'number', autoIncrement: true })
    request.result.createObjectStore('facts')
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
export const readKept = async (account, store, key) => {
  const database = await databaseOf(account)
  const objects = database.transaction(store).objectStore(store)
  return result(key === undefined ? objects.getAll() : objects.get(key))
}

/** Changes stores of the database in one transaction, and resolves when all of it is on the disk. */
export const changeKept = async (account, stores, work) => {
  const database = await databaseOf(account)
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  const ended = new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve)
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
  await work((store) => transaction.objectStore(store), result)
  return ended
}

export const readFact = (account, name) => readKept(account, 'facts', name)
export const writeFact = (account, name, value) =>
  changeKept(account, ['facts'], (store) => store('facts').put(value, name))

const deleteDatabase = (name) => result(indexedDB.deleteDatabase(name))

/** Deletes everything that this device keeps, but for what belongs to the account `except`. */
export const deleteKept = async (except) => {
  const mine = (name) => except !== undefined && name.endsWith(`-${except}`)
  const names = (await caches.keys()).filter((name) => name.startsWith('offline-') && !mine(name))
  await Promise.all(
    names.filter((name) => except === undefined || name !== ASSETS).map((name) => caches.delete(name)),
  )
  const all = (await indexedDB.databases()).map(({ name }) => name)
  await Promise.all(
    all.filter((name) => name.startsWith(DATABASE) && !mine(name)).map((name) => deleteDatabase(name)),
  )
}

/**
 * What the service says of this session: whose it is, a token to send with, and the newest items if some are asked for.
 * `isEnded` where there is no session; undefined where the service can't be reached.
 */
export const askState = async (newest = 0, signal = undefined) => {
  const response = await fetch(`/offline/state?newest=${newest}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal,
  }).catch(() => {})
  if (response?.type === 'opaqueredirect' || response?.status === 401) return { isEnded: true }
  return response?.ok ? response.json() : undefined
}

/** Deletes the readable copies of an account whose session has ended. What waits to be sent stays until it signs in again. */
export const endKept = async (account) => {
  await Promise.all([caches.delete(PAGES + account), caches.delete(IMAGES + account)])
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === DATABASE + account)) return
  await changeKept(account, ['items', 'facts'], (store) => {
    store('items').clear()
    store('facts').delete('gone')
  })
}

/** The account whose copies may be shown: the one that is kept, unless another is signed in, for which they are deleted. */
export const shownAccount = async () => {
  const kept = await keptAccount()
  if (kept === undefined || !navigator.onLine) return kept
  const state = await askState(0, AbortSignal.timeout(PATIENCE))
  if (state?.isEnded) await endKept(kept)
  if (!state?.account || state.account === kept) return kept
  await deleteKept(state.account)
  return undefined
}
