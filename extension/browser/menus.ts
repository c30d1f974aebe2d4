import { words } from '../core/words.ts'
import { saveLinkFrom, saveTab } from './save-tab.ts'

type Clicked = chrome.contextMenus.OnClickData

/** What the context menu offers, by where it is opened. */
export function offerMenus(): void {
  chrome.contextMenus.removeAll(() => {
    for (const context of ['page', 'link', 'selection'] as const) {
      chrome.contextMenus.create({ id: context, title: words.menu[context], contexts: [context] })
    }
  })
}

/** Saves what was pointed at; the words that are selected become the note. */
export async function onMenu(clicked: Clicked, tab: chrome.tabs.Tab | undefined): Promise<void> {
  const tabId = tab?.id
  if (clicked.menuItemId === 'link') {
    return saveLinkFrom({ url: clicked.linkUrl ?? '', title: '', tags: '', note: '' }, tabId)
  }
  if (tabId === undefined) return
  const selected = clicked.menuItemId === 'selection' ? (clicked.selectionText ?? '').trim() : ''
  const note = selected === '' ? '' : `“${selected}”`
  await saveTab(tabId, true, note)
}
