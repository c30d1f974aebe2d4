import { onCommand } from './browser/commands.ts'
import { welcome } from './browser/first-run.ts'
import { createMenus, onMenuClick } from './browser/menus.ts'
import { handleRequests } from './browser/background-calls.ts'
import { showOnTab } from './browser/badge.ts'
import { sendDueEntries } from './browser/outbox.ts'
import { applyOldDrafts, trackPopups } from './browser/drafts.ts'
import { handleOmnibox } from './browser/omnibox.ts'
import { requests } from './browser/requests.ts'
import { trackTabs } from './browser/saved-badge.ts'
import { handleUndo } from './browser/undo.ts'
import { trackChoosers } from './browser/window-tabs.ts'

// Listeners are added synchronously, since the browser stops the background script between events and starts it for one.
handleRequests(requests)
handleUndo()
trackPopups()
trackChoosers()
handleOmnibox()
trackTabs()
chrome.runtime.onInstalled.addListener(createMenus)
chrome.runtime.onInstalled.addListener((details) => void welcome(details))
// This listener only makes the browser start the background script when it is opened.
chrome.runtime.onStartup.addListener(() => undefined)
// Firefox for Android has no context menus and no keyboard shortcuts.
chrome.contextMenus?.onClicked.addListener(
  (clicked, tab) => void onMenuClick(clicked, tab).catch(() => showOnTab(tab?.id, 'trouble')),
)
chrome.commands?.onCommand.addListener(
  (command, tab) => void onCommand(command, tab).catch(() => showOnTab(tab?.id, 'trouble')),
)
chrome.alarms.onAlarm.addListener(() => void sendDueEntries())
addEventListener('online', () => void sendDueEntries(true))

for (const area of [chrome.storage.session, chrome.storage.local]) {
  void area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}
// Entries may be due, since an alarm may have been lost or missed while the background script was stopped.
void applyOldDrafts().then(() => sendDueEntries())
