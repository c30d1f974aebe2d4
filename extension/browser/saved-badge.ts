import { findRootAction } from '../core/root-action.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { TABS_PERMISSION } from './permissions.ts'
import { isWebPage } from './save-tab.ts'
import { actionCache, marksSaved, serviceOrigin } from './settings.ts'
import { isSignedIn } from './tokens.ts'

/** How long a page must keep its address before it is checked, since some pages change it many times in a row. */
const DEBOUNCE_MS = 300

/** The address that was checked last, by tab. */
const lastCheckedUrl = new Map<number, string>()

/** Shows on the active tab whether its page is saved, if the person has turned that on. */
export function trackTabs(): void {
  chrome.tabs.onActivated.addListener(onActivated)
  chrome.tabs.onUpdated.addListener(onUpdated)
  chrome.tabs.onRemoved.addListener(onRemoved)
  void stopIfOff()
}

/** Removes the listeners, which had to be added synchronously: they would wake the background at every change of a tab. */
async function stopIfOff(): Promise<void> {
  if (!(await marksSaved())) stopTracking()
}

export function setTabTracking(isOn: boolean): void {
  if (isOn) trackTabs()
  else stopTracking()
}

function stopTracking(): void {
  chrome.tabs.onActivated.removeListener(onActivated)
  chrome.tabs.onUpdated.removeListener(onUpdated)
  chrome.tabs.onRemoved.removeListener(onRemoved)
}

function onActivated({ tabId }: { tabId: number }): void {
  void chrome.tabs
    .get(tabId)
    .then((tab) => (lastCheckedUrl.get(tabId) === tab.url ? undefined : checkTab(tab)))
    .catch(() => undefined)
}

function onUpdated(
  _tabId: number,
  { status, url }: { status?: string; url?: string },
  tab: chrome.tabs.Tab,
): void {
  const isLoaded = status === 'complete' || (url !== undefined && tab.status === 'complete')
  if (tab.active && isLoaded) void checkTab(tab).catch(() => undefined)
}

function onRemoved(tabId: number): void {
  lastCheckedUrl.delete(tabId)
}

/** Asks the service whether the page of a tab is saved, and shows the badge if it is. */
async function checkTab({ id, url = '', incognito }: chrome.tabs.Tab): Promise<void> {
  const origin = await serviceOrigin()
  const isAllowed = (await marksSaved()) && (await chrome.permissions.contains(TABS_PERMISSION))
  // Addresses of private windows are never sent.
  if (!isAllowed || incognito || id === undefined || !isWebPage(url) || new URL(url).origin === origin) return
  if (!(await isSignedIn(origin))) return
  lastCheckedUrl.set(id, url)
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  if (lastCheckedUrl.get(id) !== url) return
  if (!(await isSaved(origin, url))) return
  const current = await chrome.tabs.get(id)
  if (current.url === url) await showOnTab(id, 'done')
}

/** Whether a page is saved. `find-link` takes the address in the body, so that it doesn't end up in access logs. */
async function isSaved(origin: string, url: string): Promise<boolean> {
  const api = apiOf(origin)
  const find = await findRootAction(api, 'find-link', actionCache(origin, 'find-link'))
  const { entity } = await api.submit(find, { url })
  return entity !== undefined && !entity.class.includes('removed')
}
