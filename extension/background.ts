import { onCommand } from './browser/commands.ts'
import { welcome } from './browser/first-run.ts'
import { createMenus, onMenuClick } from './browser/menus.ts'
import { handleRequests } from './browser/background-calls.ts'
import { showOnTab } from './browser/badge.ts'
import { sendWaiting } from './browser/outbox.ts'
import { applyOldDrafts, followPopups } from './browser/drafts.ts'
import { handleOmnibox } from './browser/omnibox.ts'
import { requests } from './browser/requests.ts'
import { followTabs } from './browser/saved-sign.ts'
import { handleUndo } from './browser/undo.ts'
import { followChoosers } from './browser/window-tabs.ts'

// Listeners are added at once, since the browser stops the background script between events.
handleRequests(requests)
handleUndo()
followPopups()
followChoosers()
handleOmnibox()
followTabs()
chrome.runtime.onInstalled.addListener(createMenus)
chrome.runtime.onInstalled.addListener((details) => void welcome(details))
// Wakes the background when the browser starts.
chrome.runtime.onStartup.addListener(() => undefined)
// Firefox for Android has no such menus, and no keys.
chrome.contextMenus?.onClicked.addListener(
  (clicked, tab) => void onMenuClick(clicked, tab).catch(() => showOnTab(tab?.id, 'trouble')),
)
chrome.commands?.onCommand.addListener(
  (command, tab) => void onCommand(command, tab).catch(() => showOnTab(tab?.id, 'trouble')),
)
chrome.alarms.onAlarm.addListener(() => void sendWaiting())
addEventListener('online', () => void sendWaiting(true))

for (const area of [chrome.storage.session, chrome.storage.local]) {
  void area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}
// The alarm may have been lost or missed while the background script was stopped.
void applyOldDrafts().then(() => sendWaiting())
