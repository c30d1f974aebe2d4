/** What the toast of a tab may undo. Stored; `entries` are ids of outbox entries. */
type Offer = { token: string; entries: number[] }

const keyOf = (tabId: number) => `undo ${tabId}`

/** Lets the toast of a tab undo outbox entries, in place of an earlier offer; returns the token that it has to send. */
export async function offerUndo(tabId: number, entryIds: number[]): Promise<string> {
  const offer: Offer = { token: crypto.randomUUID(), entries: entryIds }
  await chrome.storage.session.set({ [keyOf(tabId)]: offer })
  return offer.token
}

/** Takes the offer of a tab, which works once; returns its entry ids, or undefined if a later offer replaced it. */
export async function takeOffer(tabId: number, token: string): Promise<number[] | undefined> {
  const key = keyOf(tabId)
  const offer = (await chrome.storage.session.get(key))[key] as Offer | undefined
  if (offer?.token !== token) return undefined
  await chrome.storage.session.remove(key)
  return offer.entries
}
