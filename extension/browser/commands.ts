import type { Quote } from '../core/quote.ts'
import { message } from './message.ts'
import { showHighlighted, showSaved } from './outcome-toast.ts'
import { highlightTab, saveTab } from './save-tab.ts'
import { selectionIn } from './selection.ts'
import { showToast } from './toast.ts'

/** Runs a command of the manifest, which a key stands for: saves the page of a tab, or highlights what is selected on it. */
export async function onCommand(command: string, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (tab?.id === undefined) return
  if (command === 'save') return showSaved(tab.id, await saveTab(tab.id, { again: true }))
  if (command !== 'highlight') return
  const quote = await selectionIn(tab.id)
  if (quote) await highlightQuote(tab.id, quote)
  else await showToast(tab.id, message('nothingSelected'))
}

/** Highlights words of the page of a tab, and says on the page what became of them. */
export async function highlightQuote(tabId: number, quote: Quote): Promise<void> {
  await showHighlighted(tabId, await highlightTab(tabId, quote))
}
