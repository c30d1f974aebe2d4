import { offerMenus, onMenu } from './browser/menus.ts'
import { answerPages } from './browser/messages.ts'
import { showOnTab } from './browser/badge.ts'
import { sendWaiting } from './browser/outbox.ts'
import { requests } from './browser/requests.ts'

// Listeners stand at the top: the browser stops this program between events and starts it for the next.
answerPages(requests)
chrome.runtime.onInstalled.addListener(offerMenus)
chrome.runtime.onStartup.addListener(() => void sendWaiting())
chrome.contextMenus.onClicked.addListener(
  (clicked, tab) => void onMenu(clicked, tab).catch(() => showOnTab(tab?.id, 'trouble')),
)
chrome.alarms.onAlarm.addListener(() => void sendWaiting())
addEventListener('online', () => void sendWaiting(true))

for (const area of [chrome.storage.session, chrome.storage.local]) {
  void area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}
// The alarm may have been lost with the browser that set it, or have rung while this program was not there.
void sendWaiting()
