import type { Quote } from '../core/quote.ts'
import { message } from './message.ts'
import { showHighlightOutcome, showSaveOutcome } from './outcome-toast.ts'
import { highlightTab, saveTab } from './save-tab.ts'
import { findSelection } from './selection.ts'
import { showToast } from './toast.ts'

/** Runs a command of the manifest, by its keyboard shortcut: saves the page of a tab, or highlights the selected text. */
export async function onCommand(command: string, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (tab?.id === undefined) return
  if (command === 'save') return showSaveOutcome(tab.id, await saveTab(tab.id, { movesUp: true }))
  if (command !== 'highlight') return
  const quote = await findSelection(tab.id)
  if (quote) await highlightQuote(tab.id, quote)
  else await showToast(tab.id, message('nothingSelected'))
}

/** Highlights a quote from the page of a tab, and shows the outcome on the page. */
export async function highlightQuote(tabId: number, quote: Quote): Promise<void> {
  await showHighlightOutcome(tabId, await highlightTab(tabId, quote))
}
