import { withoutFragment } from '../core/address.ts'
import { MAX_PAGE_BYTES, type CapturedPage, readPage } from '../core/capture.ts'

/** Of a page that does not respond in time, only the address is saved. */
const PAGE_TIMEOUT_MS = 4000

/** A captured page, or the reason why there is none. */
export type Captured =
  { html: string } | { html: undefined; reason: 'not_capturable' | 'too_large' | 'no_answer' }

/**
 * Captures the page of a tab as the person sees it. `not_capturable` if the browser does not allow it, the page is not HTML,
 * or the tab shows another address by now.
 */
export async function captureTab(tabId: number, url: string): Promise<Captured> {
  const page = await Promise.race([readInTab(tabId), pageTimeout()]).catch(() => undefined)
  if (page === 'no_answer') return { html: undefined, reason: page }
  return page && withoutFragment(page.address) === withoutFragment(url)
    ? page
    : { html: undefined, reason: 'not_capturable' }
}

async function readInTab(tabId: number): Promise<CapturedPage | undefined> {
  const target = { tabId }
  const [frame] = await chrome.scripting.executeScript({ target, func: readPage, args: [MAX_PAGE_BYTES] })
  return frame?.result
}

/** Resolves when a page has had enough time to respond. */
export function pageTimeout(): Promise<'no_answer'> {
  return new Promise((resolve) => setTimeout(() => resolve('no_answer'), PAGE_TIMEOUT_MS))
}
