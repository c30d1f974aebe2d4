import { fits, readPage } from '../core/capture.ts'

/** A page that does not answer is saved by its address alone. Milliseconds. */
const PATIENCE = 4000

export type Captured = { html: string } | { html: undefined; because: 'none' | 'too_large' }

/** The page of a tab as it is seen, where the person's click allows it and it is one that can be read. */
export async function captureTab(tabId: number): Promise<Captured> {
  const html = await Promise.race([injected(tabId), patience()]).catch(() => undefined)
  if (typeof html !== 'string') return { html: undefined, because: 'none' }
  return fits(html) ? { html } : { html: undefined, because: 'too_large' }
}

async function injected(tabId: number): Promise<unknown> {
  const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: readPage })
  return frame?.result
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
}
