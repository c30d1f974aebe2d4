import type { OutboxEntry } from '../core/outbox.ts'

const ENTRIES = 'entries'
const PAGES = 'pages'

/** The outbox in IndexedDB: the entries by id, and the captured pages by the id of their entry. */
export const outboxStore = {
  all: () =>
    inTransaction<OutboxEntry[]>('readonly', ({ entries }) => entries.getAll() as IDBRequest<OutboxEntry[]>),

  get: (id: number) => inTransaction<OutboxEntry | undefined>('readonly', ({ entries }) => entries.get(id)),

  add: (entry: Omit<OutboxEntry, 'id'>) =>
    inTransaction<number>('readwrite', ({ entries }) => entries.add(entry) as IDBRequest<number>),

  page: (id: number) => inTransaction<string | undefined>('readonly', ({ pages }) => pages.get(id)),

  /** Stores the page of an entry, and its size in the entry. Does nothing if the entry is gone. */
  addPage: (id: number, html: string, pageBytes: number) =>
    inTransaction('readwrite', (stores) =>
      updateEntry(stores, id, (entry) => {
        stores.pages.put(html, id)
        return { ...entry, pageBytes }
      }),
    ),

  /** Replaces an entry by the result of `update`, or removes it if that is undefined, in one transaction. Returns the result. */
  async change(
    id: number,
    update: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined> {
    let changed: OutboxEntry | undefined
    await inTransaction('readwrite', (stores) =>
      updateEntry(stores, id, (entry) => {
        changed = update(entry)
        return changed
      }),
    )
    return changed
  },
}

type Stores = { entries: IDBObjectStore; pages: IDBObjectStore }

function updateEntry(
  { entries, pages }: Stores,
  id: number,
  update: (entry: OutboxEntry) => OutboxEntry | undefined,
): IDBRequest {
  const request = entries.get(id) as IDBRequest<OutboxEntry | undefined>
  request.addEventListener('success', () => {
    if (request.result === undefined) return
    const changed = update(request.result)
    if (changed) entries.put(changed)
    else {
      entries.delete(id)
      pages.delete(id)
    }
  })
  return request
}

/** Runs `work` in a transaction; resolves when the transaction is on disk. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction([ENTRIES, PAGES], mode, { durability: 'strict' })
    const request = work({
      entries: transaction.objectStore(ENTRIES),
      pages: transaction.objectStore(PAGES),
    })
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The transaction was aborted.')),
      )
    })
    return request.result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('outbox', 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true })
    request.result.createObjectStore(PAGES)
  })
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database did not open.')))
  })
}
