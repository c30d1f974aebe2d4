import { message } from './message.ts'
import { saveLinkFrom, saveTab } from './save-tab.ts'

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

/** Saves the clicked page or link; selected text becomes the note. */
export async function onMenuClick(clicked: MenuClick, tab: chrome.tabs.Tab | undefined): Promise<void> {
  const tabId = tab?.id
  if (clicked.menuItemId === 'link') {
    return saveLinkFrom({ url: clicked.linkUrl ?? '', title: '', tags: '', note: '' }, tabId)
  }
  if (tabId === undefined) return
  const selected = clicked.menuItemId === 'selection' ? (clicked.selectionText ?? '').trim() : ''
  const note = selected === '' ? '' : `“${selected}”`
  await saveTab(tabId, { again: true, note })
}
