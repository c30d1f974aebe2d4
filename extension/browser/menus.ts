import { highlightQuote } from './commands.ts'
import { message } from './message.ts'
import { showSaved } from './outcome-toast.ts'
import { saveLinkFrom, saveTab } from './save-tab.ts'
import { hasSidePanel, openSidePanel } from './side-panel.ts'
import { selectionIn } from './selection.ts'

type MenuClick = chrome.contextMenus.OnClickData

/** The entry of the button that opens the list beside the page. */
const LIST = 'list'

const WEB = ['http://*/*', 'https://*/*']

/** Creates the context menu entries. */
export function createMenus(): void {
  if (!chrome.contextMenus) return
  chrome.contextMenus.removeAll(() => {
    const titles = { page: 'menuPage', link: 'menuLink', selection: 'menuSelection' } as const
    for (const context of ['page', 'link', 'selection'] as const) {
      const addresses = context === 'link' ? { targetUrlPatterns: WEB } : { documentUrlPatterns: WEB }
      const title = message(titles[context])
      chrome.contextMenus.create({ id: context, title, contexts: [context], ...addresses })
    }
    if (!hasSidePanel) return
    chrome.contextMenus.create({ id: LIST, title: message('openSidePanel'), contexts: ['action'] })
  })
}

/** Saves the clicked page or link, or highlights the selected text. */
export async function onMenuClick(clicked: MenuClick, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (clicked.menuItemId === LIST) return openSidePanel(tab)
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
