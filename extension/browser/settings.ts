import type { ActionCache } from '../core/root-action.ts'
import type { Action } from '../core/siren.ts'

/** The origin of the service in use. */
export async function serviceOrigin(): Promise<string> {
  const { origin } = await chrome.storage.local.get('origin')
  return typeof origin === 'string' ? origin : DEFAULT_ADDRESS
}

export async function useService(origin: string): Promise<void> {
  await chrome.storage.local.set({ origin })
}

/** Whether opening the popup saves the page; true until the person decides otherwise. */
export async function savesOnOpen(): Promise<boolean> {
  const { savesOnOpen } = await chrome.storage.local.get('savesOnOpen')
  return savesOnOpen !== false
}

export async function setSavesOnOpen(value: boolean): Promise<void> {
  await chrome.storage.local.set({ savesOnOpen: value })
}

/** Whether tabs show that their page is saved. Then the service is asked about each page that the person visits. */
export async function marksSaved(): Promise<boolean> {
  const { marksSaved } = await chrome.storage.local.get('marksSaved')
  return marksSaved === true
}

export async function setMarksSaved(value: boolean): Promise<void> {
  await chrome.storage.local.set({ marksSaved: value })
}

/** The cache of an action that a service offers at its root; it is emptied when the browser closes. */
export function actionCache(origin: string, name: 'save-link' | 'search' | 'find-link'): ActionCache {
  const key = `action ${name} ${origin}`
  return {
    get: async () => (await chrome.storage.session.get(key))[key] as Action | undefined,
    set: (action) => chrome.storage.session.set({ [key]: action }),
  }
}
