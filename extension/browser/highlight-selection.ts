import type { Quote } from '../core/quote.ts'
import { becameOf } from './highlight-outcome.ts'
import { message } from './message.ts'
import { highlightTab } from './save-tab.ts'
import { selectionIn } from './selection.ts'
import { showToast } from './toast.ts'

/** The command that highlights what is selected; the manifest gives it a key. */
const COMMAND = 'highlight'

/** Highlights what is selected on the page of a tab. */
export async function onCommand(command: string, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (command !== COMMAND || tab?.id === undefined) return
  const quote = await selectionIn(tab.id)
  if (quote) await highlightQuote(tab.id, quote)
  else await showToast(tab.id, message('nothingSelected'))
}

/** Highlights words of the page of a tab, and says on the page what became of them. */
export async function highlightQuote(tabId: number, quote: Quote): Promise<void> {
  await showToast(tabId, message(becameOf(await highlightTab(tabId, quote))))
}
