import { pageTimeout } from './capture-tab.ts'
import type { Quote } from '../core/quote.ts'

/** What is selected in a frame of a tab; null if nothing is, or the page can't be read. */
export async function selectionIn(tabId: number, frameId = 0): Promise<Quote | null> {
  const target = { tabId, frameIds: [frameId] }
  const reading = chrome.scripting.executeScript({ target, func: readSelection }).catch(() => [])
  const frames = await Promise.race([reading, pageTimeout()])
  return frames === 'no_answer' ? null : (frames[0]?.result ?? null)
}

/**
 * Runs in the page; null if nothing is selected. The function is injected as source text, so it can't use anything outside
 * of itself.
 */
function readSelection(): Quote | null {
  /** UTF-16 units of what stands around the words. */
  const context = 200
  const selection = getSelection()
  // No highlight has more, and more would wait in the outbox.
  const exact = selection?.toString().trim().slice(0, 10_000) ?? ''
  if (!selection || exact === '' || selection.rangeCount === 0) return null
  const selected = selection.getRangeAt(0)
  const around = document.createRange()
  around.selectNodeContents(document.body)
  around.setEnd(selected.startContainer, selected.startOffset)
  const prefix = around.toString().slice(-context)
  around.selectNodeContents(document.body)
  around.setStart(selected.endContainer, selected.endOffset)
  return { exact, prefix, suffix: around.toString().slice(0, context) }
}
