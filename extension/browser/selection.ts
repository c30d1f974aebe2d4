import type { Quote } from '../core/quote.ts'
import { pageTimeout } from './capture-tab.ts'

/** The selected text in a frame of a tab; null if there is none, or the page can't be read. */
export async function findSelection(tabId: number, frameId = 0): Promise<Quote | null> {
  const target = { tabId, frameIds: [frameId] }
  const reading = chrome.scripting.executeScript({ target, func: readSelection }).catch(() => [])
  const frames = await Promise.race([reading, pageTimeout()])
  return frames === 'no_answer' ? null : (frames[0]?.result ?? null)
}

/**
 * Runs in the page; null if nothing is selected. The function is injected as source text, so it can't use anything outside
 * itself.
 */
function readSelection(): Quote | null {
  /** UTF-16 units of context before and after the selection. */
  const contextLength = 200
  /** The longest quote that the service takes; more would only fill the outbox. */
  const maxQuote = 10_000
  const selection = getSelection()
  const text = selection?.toString().trim() ?? ''
  if (!selection || text === '' || selection.rangeCount === 0) return null

  /** The text in a range, without scripts and styles, which `Range.toString` includes. */
  function textIn(range: Range): string {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
      parentElement?.closest('script, style, noscript, template')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    )
    const pieces: string[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      if (!range.intersectsNode(node)) continue
      const start = node === range.startContainer ? range.startOffset : 0
      const end = node === range.endContainer ? range.endOffset : node.data.length
      pieces.push(node.data.slice(start, end))
    }
    return pieces.join('')
  }

  const selected = selection.getRangeAt(0)
  const surroundings = document.createRange()
  surroundings.selectNodeContents(document.body)
  surroundings.setEnd(selected.startContainer, selected.startOffset)
  const prefix = textIn(surroundings).slice(-contextLength)
  surroundings.selectNodeContents(document.body)
  surroundings.setStart(selected.endContainer, selected.endOffset)
  const suffix = (text.slice(maxQuote) + textIn(surroundings)).slice(0, contextLength)
  return { exact: text.slice(0, maxQuote), prefix, suffix }
}
