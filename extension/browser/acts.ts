/** What the service did for an outbox entry: addresses of acts that can be undone, oldest first. */
type Acts = { entry: number; origin: string; acts: string[] }

const KEY = 'acts'
/** Entries; enough for a window full of tabs. */
const MAX_ENTRIES = 500

/** Remembers what was done for an entry until the browser ends. */
export async function recordActs({ entry, origin, acts }: Acts): Promise<void> {
  if (acts.length === 0) return
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
  return changeActs((all) => all.filter((one) => one.entry !== entry))
}

function changeActs(work: (all: Acts[]) => Acts[]): Promise<void> {
  return navigator.locks.request(KEY, async () => {
    await chrome.storage.session.set({ [KEY]: work(await read()) })
  })
}

async function read(): Promise<Acts[]> {
  return ((await chrome.storage.session.get(KEY))[KEY] ?? []) as Acts[]
}
