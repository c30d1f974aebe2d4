/**
 * The changes that the service recorded for an outbox entry: their addresses, oldest first, under which they can be undone;
 * none once they were undone. The members are stored under these names; `entry` is the entry's id.
 */
type RecordedChanges = { entry: number; origin: string; acts: string[] }

const KEY = 'acts'
/** Entries; more than browsers open tabs in a window, and within the quota of session storage. */
const MAX_ENTRIES = 5000

/** Remembers the changes that sending an entry made, until the browser closes. */
export async function recordChanges(
  entryId: number,
  { origin, changes }: { origin: string; changes: string[] },
): Promise<void> {
  await updateStored((all) => {
    const earlier = all.find(({ entry }) => entry === entryId)?.acts ?? []
    const others = all.filter(({ entry }) => entry !== entryId)
    return [...others, { entry: entryId, origin, acts: [...earlier, ...changes] }].slice(-MAX_ENTRIES)
  })
}

/** The changes that sending an entry made; undefined if the entry was not sent, or it was too long ago. */
export async function changesOf(entryId: number): Promise<{ origin: string; changes: string[] } | undefined> {
  const recorded = (await readStored()).find(({ entry }) => entry === entryId)
  return recorded && { origin: recorded.origin, changes: recorded.acts }
}

export function forgetChanges(entryId: number): Promise<void> {
  return updateStored((all) =>
    all.map((recorded) => (recorded.entry === entryId ? { ...recorded, acts: [] } : recorded)),
  )
}

function updateStored(update: (all: RecordedChanges[]) => RecordedChanges[]): Promise<void> {
  return navigator.locks.request(KEY, async () => {
    await chrome.storage.session.set({ [KEY]: update(await readStored()) })
  })
}

async function readStored(): Promise<RecordedChanges[]> {
  return ((await chrome.storage.session.get(KEY))[KEY] ?? []) as RecordedChanges[]
}
