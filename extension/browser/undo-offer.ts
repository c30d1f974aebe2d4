type Offer = { token: string; entries: number[] }

const keyOf = (tabId: number) => `undo ${tabId}`

/** Offers a tab to undo outbox entries, in place of what was offered before; returns what its toast has to name. */
export async function offerUndo(tabId: number, entries: number[]): Promise<string> {
  const offer: Offer = { token: crypto.randomUUID(), entries }
  await chrome.storage.session.set({ [keyOf(tabId)]: offer })
  return offer.token
}

/** The entries that a tab was offered to undo, once; undefined if it was offered something else since. */
export async function takeOffer(tabId: number, token: string): Promise<number[] | undefined> {
  const key = keyOf(tabId)
  const offer = (await chrome.storage.session.get(key))[key] as Offer | undefined
  if (offer?.token !== token) return undefined
  await chrome.storage.session.remove(key)
  return offer.entries
}
