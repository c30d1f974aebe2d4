import type { Action } from '../core/siren.ts'
import type { RememberedAction } from '../core/save.ts'

/** The service that is in use, as an origin. */
export async function serviceOrigin(): Promise<string> {
  const { origin } = await chrome.storage.local.get('origin')
  return typeof origin === 'string' ? origin : DEFAULT_ADDRESS
}

export async function useService(origin: string): Promise<void> {
  await chrome.storage.local.set({ origin })
}

/** Whether opening the popup saves the page. */
export async function savesOnOpen(): Promise<boolean> {
  const { savesOnOpen } = await chrome.storage.local.get('savesOnOpen')
  return savesOnOpen !== false
}

export async function setSavesOnOpen(value: boolean): Promise<void> {
  await chrome.storage.local.set({ savesOnOpen: value })
}

/** Whether tabs show that their page is saved, for which the service is asked about each page. */
export async function marksSaved(): Promise<boolean> {
  const { marksSaved } = await chrome.storage.local.get('marksSaved')
  return marksSaved === true
}

export async function setMarksSaved(value: boolean): Promise<void> {
  await chrome.storage.local.set({ marksSaved: value })
}

/** An action that a service offered at its entry point, until the browser ends. */
export function rememberedAction(
  origin: string,
  name: 'save-link' | 'search' | 'find-link',
): RememberedAction {
  const key = `action ${name} ${origin}`
  return {
    get: async () => (await chrome.storage.session.get(key))[key] as Action | undefined,
    set: (action) => chrome.storage.session.set({ [key]: action }),
  }
}
