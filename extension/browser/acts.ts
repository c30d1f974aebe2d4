/** What the service did for an outbox entry: addresses of acts that can be undone, oldest first; none if it was undone. */
type Acts = { entry: number; origin: string; acts: string[] }

const KEY = 'acts'
/** Entries; enough for the fullest windows, in the space that browsers give. */
const MAX_ENTRIES = 5000

/** Remembers what was done for an entry until the browser ends. */
export async function recordActs({ entry, origin, acts }: Acts): Promise<void> {
  await changeActs((all) => {
    const before = all.find((one) => one.entry === entry)?.acts ?? []
    const others = all.filter((one) => one.entry !== entry)
    return [...others, { entry, origin, acts: [...before, ...acts] }].slice(-MAX_ENTRIES)
  })
}

export async function actsOf(entry: number): Promise<Acts | undefined> {
  return (await read()).find((one) => one.entry === entry)
}

export function forgetActs(entry: number): Promise<void> {
  return changeActs((all) => all.map((one) => (one.entry === entry ? { ...one, acts: [] } : one)))
}

function changeActs(work: (all: Acts[]) => Acts[]): Promise<void> {
  return navigator.locks.request(KEY, async () => {
    await chrome.storage.session.set({ [KEY]: work(await read()) })
  })
}

async function read(): Promise<Acts[]> {
  return ((await chrome.storage.session.get(KEY))[KEY] ?? []) as Acts[]
}
