import { highlightQuote } from './commands.ts'
import { message } from './message.ts'
import { showSaved } from './outcome-toast.ts'
import { saveLinkFrom, saveTab } from './save-tab.ts'
import { selectionIn } from './selection.ts'

type MenuClick = chrome.contextMenus.OnClickData

const WEB = ['http://*/*', 'https://*/*']

/** Creates the context menu entries. */
export function createMenus(): void {
  chrome.contextMenus.removeAll(() => {
    const titles = { page: 'menuPage', link: 'menuLink', selection: 'menuSelection' } as const
    for (const context of ['page', 'link', 'selection'] as const) {
      const addresses = context === 'link' ? { targetUrlPatterns: WEB } : { documentUrlPatterns: WEB }
      const title = message(titles[context])
      chrome.contextMenus.create({ id: context, title, contexts: [context], ...addresses })
    }
  })
}

/** Saves the clicked page or link, or highlights the selected text. */
export async function onMenuClick(clicked: MenuClick, tab: chrome.tabs.Tab | undefined): Promise<void> {
  const tabId = tab?.id
  if (clicked.menuItemId === 'link') {
    const link = { url: clicked.linkUrl ?? '', title: '', tags: '', note: '' }
    return showSaved(tabId, await saveLinkFrom(link, tabId))
  }
  if (tabId === undefined) return
  const selected = clicked.selectionText?.trim() ?? ''
  if (clicked.menuItemId !== 'selection' || selected === '')
    return showSaved(tabId, await saveTab(tabId, { again: true }))
  // The browser tells the words alone, and without the ends of their lines.
  const quote = await selectionIn(tabId, clicked.frameId)
  await highlightQuote(tabId, quote ?? { exact: selected, prefix: '', suffix: '' })
}
