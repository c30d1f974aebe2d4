import { findEntryAction } from '../core/entry-action.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { SEEING_TABS } from './permissions.ts'
import { isWebPage } from './save-tab.ts'
import { marksSaved, rememberedAction, serviceOrigin } from './settings.ts'
import { isConnected } from './tokens.ts'

/** Milliseconds for which a page has to keep its address, since some change it many times. */
const SETTLING = 300

/** The address that was asked about last, by tab. */
const asked = new Map<number, string>()

/** Shows on the tab in front whether its page is saved, if the person chose that. */
export function followTabs(): void {
  chrome.tabs.onActivated.addListener(onActivated)
  chrome.tabs.onUpdated.addListener(onUpdated)
  chrome.tabs.onRemoved.addListener(onRemoved)
  // Tabs wake the background only as long as somebody listens.
  void marksSaved().then((isChosen) => isChosen || stopFollowing())
}

/** Begins to show it, or ends it. */
export function followTabsWhile(isChosen: boolean): void {
  if (isChosen) followTabs()
  else stopFollowing()
}

function stopFollowing(): void {
  chrome.tabs.onActivated.removeListener(onActivated)
  chrome.tabs.onUpdated.removeListener(onUpdated)
  chrome.tabs.onRemoved.removeListener(onRemoved)
}

function onActivated({ tabId }: { tabId: number }): void {
  void chrome.tabs
    .get(tabId)
    .then((tab) => (asked.get(tabId) === tab.url ? undefined : markTab(tab)))
    .catch(() => undefined)
}

function onUpdated(
  _tabId: number,
  { status, url }: { status?: string; url?: string },
  tab: chrome.tabs.Tab,
): void {
  const isLoaded = status === 'complete' || (url !== undefined && tab.status === 'complete')
  if (tab.active && isLoaded) void markTab(tab).catch(() => undefined)
}

function onRemoved(tabId: number): void {
  asked.delete(tabId)
}

async function markTab({ id, url = '', incognito }: chrome.tabs.Tab): Promise<void> {
  const origin = await serviceOrigin()
  const isAllowed = (await marksSaved()) && (await chrome.permissions.contains(SEEING_TABS))
  // What is read in a private window is nobody's business.
  if (!isAllowed || incognito || id === undefined || !isWebPage(url) || new URL(url).origin === origin) return
  if (!(await isConnected(origin))) return
  asked.set(id, url)
  await new Promise((resolve) => setTimeout(resolve, SETTLING))
  if (asked.get(id) !== url) return
  if (!(await isSaved(origin, url))) return
  const now = await chrome.tabs.get(id)
  if (now.url === url) await showOnTab(id, 'done')
}

/** The address goes in a body: what is in a query stands in the logs on the way. */
async function isSaved(origin: string, url: string): Promise<boolean> {
  const api = apiOf(origin)
  const find = await findEntryAction(api, 'find-link', rememberedAction(origin, 'find-link'))
  const { entity } = await api.submit(find, { url })
  return entity !== undefined && !entity.class.includes('removed')
}
