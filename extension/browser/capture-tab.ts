import { withoutFragment } from '../core/address.ts'
import { MAX_PAGE_BYTES, type CapturedPage, readPage } from '../core/capture.ts'

/** Milliseconds; a page that does not respond in time is saved by its address alone. */
const TIMEOUT = 4000

export type Captured = { html: string } | { html: undefined; because: 'none' | 'too_large' | 'no_answer' }

/**
 * The page of a tab as the person sees it, if the click permits it, it can be read, and the tab still shows the
 * saved address.
 */
export async function captureTab(tabId: number, url: string): Promise<Captured> {
  const page = await Promise.race([readInTab(tabId), pageTimeout()]).catch(() => undefined)
  if (page === 'no_answer') return { html: undefined, because: page }
  return page && withoutFragment(page.address) === withoutFragment(url)
    ? page
    : { html: undefined, because: 'none' }
}

async function readInTab(tabId: number): Promise<CapturedPage | undefined> {
  const target = { tabId }
  const [frame] = await chrome.scripting.executeScript({ target, func: readPage, args: [MAX_PAGE_BYTES] })
  return frame?.result
}

/** Resolves once a page has had the time to answer. */
export function pageTimeout(): Promise<'no_answer'> {
  return new Promise((resolve) => setTimeout(() => resolve('no_answer'), TIMEOUT))
}
