import { words } from '../core/words.ts'
import { saveLinkFrom, saveTab } from './save-tab.ts'

type MenuClick = chrome.contextMenus.OnClickData

/** Creates the context menu entries. */
export function createMenus(): void {
  chrome.contextMenus.removeAll(() => {
    for (const context of ['page', 'link', 'selection'] as const) {
      chrome.contextMenus.create({ id: context, title: words.menu[context], contexts: [context] })
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
  await saveTab(tabId, true, note)
}
