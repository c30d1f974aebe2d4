import { callBackground } from '../browser/messages.ts'
import type { TabOutcome } from '../browser/save-tab.ts'
import { asFailure } from '../core/failure.ts'
import { describeFailure, words } from '../core/words.ts'
import { byId, button, type Child, element, notice, presentChildren } from './element.ts'
import { itemView, type ShownItem } from './item-view.ts'
import { queuedView } from './queued-view.ts'

const text = words.popup

/** Opening the popup saves the page. */
async function start(): Promise<void> {
  const tab = await currentTab()
  void showFooter(tab?.windowId)
  if (tab?.id === undefined) return show([heading(describeFailure({ code: 'no_page', detail: '' }))])
  await saveNow(tab.id, false)
}

/** The active tab, or the one in the query if the popup was opened as a page. */
async function currentTab(): Promise<chrome.tabs.Tab | undefined> {
  const named = new URLSearchParams(location.search).get('tab')
  if (named !== null) return chrome.tabs.get(Number(named))
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  return tab
}

async function saveNow(tabId: number, again: boolean): Promise<void> {
  show([heading(text.saving)])
  try {
    showOutcome(await callBackground('saveTab', { tabId, again }), tabId)
  } catch (error) {
    show([heading(text.refused), element('p', { class: 'failure' }, describeFailure(asFailure(error)))])
  }
}

function showOutcome(outcome: TabOutcome, tabId: number): void {
  if (outcome.kind === 'saved') return showItem(outcome, tabId)
  const signIn = () =>
    attempt(async () => {
      byId('main').append(element('p', { class: 'hint', role: 'status' }, text.signingIn))
      await callBackground('signIn')
      await saveNow(tabId, false)
    })
  const discarded = () => show([heading(text.discarded)])
  const handlers = { show: (next: TabOutcome) => showOutcome(next, tabId), attempt, signIn, discarded }
  show(queuedView(outcome.entry, outcome.leftOut, handlers))
}

function showItem(item: ShownItem, tabId: number, news?: string): void {
  const handlers = {
    show: (next: ShownItem, message?: string) => showItem(next, tabId, message),
    attempt,
    saveAgain: () => saveNow(tabId, true),
  }
  show(itemView(item, handlers, news))
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    for (const old of byId('main').querySelectorAll('.notice')) old.remove()
    byId('outcome').after(notice('mistake', describeFailure(asFailure(error))))
  }
}

function heading(words: string): HTMLElement {
  return element('h2', { id: 'outcome', class: 'outcome', tabindex: '-1' }, words)
}

/** Replaces the content and focuses its heading, which screen readers then read. */
function show(children: Child[]): void {
  byId('main').replaceChildren(...presentChildren(children))
  byId('outcome').focus()
}

async function showFooter(windowId: number | undefined): Promise<void> {
  const count = (await callBackground('waiting')).length
  const toOptions = () => chrome.runtime.openOptionsPage()
  byId('footer').replaceChildren(
    windowId === undefined ? '' : button(text.saveWindow, 'plain', () => saveWindow(windowId)),
    button(count === 0 ? text.options : text.waiting(count), 'plain', toOptions),
  )
}

/** Asks for the permission to see the tabs' addresses, which browsers allow only during a click. */
async function saveWindow(windowId: number): Promise<void> {
  const isAllowed = await chrome.permissions.request({ permissions: ['tabs'] })
  await attempt(async () => {
    const words = isAllowed
      ? text.windowSaved((await callBackground('saveWindow', { windowId })).count)
      : text.windowRefused
    for (const old of byId('footer').querySelectorAll('.notice')) old.remove()
    byId('footer').prepend(notice(isAllowed ? 'done' : 'mistake', words))
  })
}

addEventListener('online', () => void callBackground('retry', { id: undefined }))
void start()
