import { saveWindow } from './save-tab.ts'

const PENDING = 'pending window'

/**
 * Remembers the window whose tabs are to be saved, before the person is asked for the permission: the browser's dialog
 * may close the popup.
 */
export function rememberWindow(windowId: number): Promise<void> {
  return chrome.storage.session.set({ [PENDING]: windowId })
}

/** How many pages were saved last, for the popup, which may ask after the background has saved them. */
let saved: number | undefined

/** Saves the remembered window once; the number of its pages, undefined without the permission. */
export function saveRememberedWindow(): Promise<number | undefined> {
  return navigator.locks.request('window', async () => {
    const { [PENDING]: windowId } = await chrome.storage.session.get(PENDING)
    if (typeof windowId !== 'number') return saved
    const isAllowed = await chrome.permissions.contains({ permissions: ['tabs'] })
    await chrome.storage.session.remove(PENDING)
    saved = isAllowed ? await saveWindow(windowId) : undefined
    return saved
  }) as Promise<number | undefined>
}
