import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import { TABS_PERMISSION } from '../browser/permissions.ts'
import { CHOOSER_PORT, type SavedTabs, savedTabsText, type WindowTab } from '../browser/window-tabs.ts'
import { asFailure } from '../core/failure.ts'
import { button, byId, element } from './element.ts'
import { tabList } from './tab-list.ts'

const windowId = Number(new URLSearchParams(location.search).get('window'))

async function start(): Promise<void> {
  document.documentElement.lang = message('language')
  byId('heading').textContent = document.title = message('chooseTabs')
  connect()
  if (await chrome.permissions.contains(TABS_PERMISSION)) return showList()
  const allow = button(message('allowTabs'), { kind: 'main' }, askForPermission)
  byId('content').replaceChildren(element('p', {}, message('tabsExplained')))
  showFooter(allow)
  allow.focus()
}

/** Keeps a port open, so that the background knows when the list closes. A port also ends when the background is stopped. */
function connect(): void {
  chrome.runtime.connect({ name: CHOOSER_PORT }).onDisconnect.addListener(() => connect())
}

/** Browsers allow the request only during a click. */
async function askForPermission(): Promise<void> {
  if (await chrome.permissions.request(TABS_PERMISSION)) await showList()
  else say(message('windowRefused'))
}

async function showList(): Promise<void> {
  byId('status').hidden = true
  const tabs = await callBackground('listWindowTabs', { windowId })
  if (tabs.length === 0) {
    byId('content').replaceChildren()
    byId('footer').hidden = true
    return say(message('noTabs'))
  }
  const save = button('', { kind: 'main' }, () => saveTabs(list.chosen()))
  const list = tabList(tabs, (count) => {
    save.textContent = count === 1 ? message('saveTabsOne') : message('saveTabsMany', String(count))
    save.disabled = count === 0
  })
  byId('content').replaceChildren(...list.elements)
  showFooter(save)
  save.focus()
}

/** Saves the chosen tabs. The background finishes the work even if the list is closed. */
async function saveTabs(tabs: WindowTab[]): Promise<void> {
  byId('content').replaceChildren()
  byId('footer').hidden = true
  say(message('savingTabs', String(tabs.length)))
  try {
    const links = tabs.map(({ url, title }) => ({ url, title }))
    const saved = await callBackground('saveTabs', { windowId, links })
    say(savedTabsText(saved))
    offerUndo(saved)
  } catch (error) {
    say(describeFailure(asFailure(error)))
  }
}

function offerUndo({ entryIds }: SavedTabs): void {
  const undo = button(message('undo'), { kind: 'quiet' }, async () => {
    try {
      await callBackground('undo', { entryIds })
      say(message('undone'))
      byId('footer').hidden = true
    } catch (error) {
      say(describeFailure(asFailure(error)))
    }
  })
  showFooter(undo)
  undo.focus()
}

function showFooter(control: HTMLElement): void {
  byId('footer').hidden = false
  byId('footer').replaceChildren(element('div', { class: 'actions' }, control))
}

function say(text: string): void {
  byId('status').hidden = false
  byId('status').textContent = text
}

void start()
