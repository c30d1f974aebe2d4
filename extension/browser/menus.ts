import { highlightQuote } from './commands.ts'
import { message } from './message.ts'
import { showSaveOutcome } from './outcome-toast.ts'
import { saveLinkFrom, saveTab } from './save-tab.ts'
import { hasSidePanel, openSidePanel } from './side-panel.ts'
import { findSelection } from './selection.ts'

type MenuClick = chrome.contextMenus.OnClickData

/** The id of the item in the toolbar button's menu that opens the side panel. */
const OPEN_SIDE_PANEL = 'list'

const WEB_ADDRESSES = ['http://*/*', 'https://*/*']

/** Creates the items of the context menus. */
export function createMenus(): void {
  if (!chrome.contextMenus) return
  chrome.contextMenus.removeAll(() => {
    const titles = { page: 'menuPage', link: 'menuLink', selection: 'menuSelection' } as const
    for (const context of ['page', 'link', 'selection'] as const) {
      const addresses =
        context === 'link' ? { targetUrlPatterns: WEB_ADDRESSES } : { documentUrlPatterns: WEB_ADDRESSES }
      const title = message(titles[context])
      chrome.contextMenus.create({ id: context, title, contexts: [context], ...addresses })
    }
    if (!hasSidePanel) return
    chrome.contextMenus.create({ id: OPEN_SIDE_PANEL, title: message('openSidePanel'), contexts: ['action'] })
  })
}

/** Handles a click on a menu item: saves the page or link, highlights the selected text, or opens the side panel. */
export async function onMenuClick(clicked: MenuClick, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (clicked.menuItemId === OPEN_SIDE_PANEL) return openSidePanel(tab)
  const tabId = tab?.id
  if (clicked.menuItemId === 'link') {
    const link = { url: clicked.linkUrl ?? '', title: '', tags: '', note: '' }
    return showSaveOutcome(tabId, await saveLinkFrom(link, tabId))
  }
  if (tabId === undefined) return
  const selected = clicked.selectionText?.trim() ?? ''
  if (clicked.menuItemId !== 'selection' || selected === '')
    return showSaveOutcome(tabId, await saveTab(tabId, { movesUp: true }))
  // `selectionText` has neither the context of the selection nor its line breaks.
  const quote = await findSelection(tabId, clicked.frameId)
  await highlightQuote(tabId, quote ?? { exact: selected, prefix: '', suffix: '' })
}
