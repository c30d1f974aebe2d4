import { MAX_PAGE_BYTES, type Reading, readPage } from '../core/capture.ts'

/** A page that does not answer is saved by its address alone. Milliseconds. */
const PATIENCE = 4000

export type Captured = { html: string } | { html: undefined; because: 'none' | 'too_large' | 'no_answer' }

/**
 * The page of a tab as it is seen, where the person's click allows it, it can be read, and the tab still shows
 * the address that is saved.
 */
export async function captureTab(tabId: number, url: string): Promise<Captured> {
  const page = await Promise.race([injected(tabId), patience()]).catch(() => undefined)
  if (page === 'no_answer') return { html: undefined, because: page }
  return page && placeOf(page.address) === placeOf(url) ? page : { html: undefined, because: 'none' }
}

async function injected(tabId: number): Promise<Reading | undefined> {
  const target = { tabId }
  const [frame] = await chrome.scripting.executeScript({ target, func: readPage, args: [MAX_PAGE_BYTES] })
  return frame?.result
}

/** An address without its fragment, which pages change while they are read. */
function placeOf(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return origin + pathname + search
}

function patience(): Promise<'no_answer'> {
  return new Promise((resolve) => setTimeout(() => resolve('no_answer'), PATIENCE))
}
