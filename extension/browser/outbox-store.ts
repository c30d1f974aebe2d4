import type { OutboxEntry } from '../core/outbox.ts'

const ENTRIES = 'entries'
const PAGES = 'pages'

/** The outbox on disk: entries by id, and the pages of some of them. */
export const outboxStore = {
  all: () =>
    within<OutboxEntry[]>('readonly', ({ entries }) => entries.getAll() as IDBRequest<OutboxEntry[]>),

  get: (id: number) => within<OutboxEntry | undefined>('readonly', ({ entries }) => entries.get(id)),

  add: (entry: Omit<OutboxEntry, 'id'>) =>
    within<number>('readwrite', ({ entries }) => entries.add(entry) as IDBRequest<number>),

  page: (id: number) => within<string | undefined>('readonly', ({ pages }) => pages.get(id)),

  /** Stores a page for an entry, and its size in the entry; does nothing if the entry is gone. */
  addPage: (id: number, html: string, pageBytes: number) =>
    within('readwrite', (stores) =>
      changeIn(stores, id, (entry) => {
        stores.pages.put(html, id)
        return { ...entry, pageBytes }
      }),
    ),

  /** Replaces an entry by the result of `work`, or removes it if that is undefined, in one transaction. */
  async change(
    id: number,
    work: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined> {
    let changed: OutboxEntry | undefined
    await within('readwrite', (stores) =>
      changeIn(stores, id, (entry) => {
        changed = work(entry)
        return changed
      }),
    )
    return changed
  },
}

type Stores = { entries: IDBObjectStore; pages: IDBObjectStore }

function changeIn(
  { entries, pages }: Stores,
  id: number,
  work: (entry: OutboxEntry) => OutboxEntry | undefined,
): IDBRequest {
  const request = entries.get(id) as IDBRequest<OutboxEntry | undefined>
  request.addEventListener('success', () => {
    if (request.result === undefined) return
    const changed = work(request.result)
    if (changed) entries.put(changed)
    else {
      entries.delete(id)
      pages.delete(id)
    }
  })
  return request
}

/** Resolves when the transaction is on disk. */
async function within<T>(mode: IDBTransactionMode, work: (stores: Stores) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction([ENTRIES, PAGES], mode, { durability: 'strict' })
    const request = work({
      entries: transaction.objectStore(ENTRIES),
      pages: transaction.objectStore(PAGES),
    })
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('It was aborted.')))
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
    request.addEventListener('error', () => reject(request.error ?? new Error('It did not open.')))
  })
}
