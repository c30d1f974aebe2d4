import { offerMenus, onMenu } from './browser/menus.ts'
import { answerPages } from './browser/messages.ts'
import { sendWaiting, watch } from './browser/outbox.ts'
import { requests } from './browser/requests.ts'
import { forgetTab } from './browser/saved-tabs.ts'

// Listeners stand at the top: the browser stops this program between events and starts it for the next.
answerPages(requests)
chrome.runtime.onInstalled.addListener(offerMenus)
chrome.runtime.onStartup.addListener(() => void sendWaiting())
chrome.contextMenus.onClicked.addListener((clicked, tab) => void onMenu(clicked, tab).catch(() => watch()))
chrome.alarms.onAlarm.addListener(() => void sendWaiting())
chrome.tabs.onRemoved.addListener((tabId) => void forgetTab(tabId))
addEventListener('online', () => void sendWaiting(true))

void chrome.storage.session.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
// An alarm may have been lost with the browser that set it.
void watch()
