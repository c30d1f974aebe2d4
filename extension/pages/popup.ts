import { ask } from '../browser/messages.ts'
import type { TabOutcome } from '../browser/save-tab.ts'
import { asFailure } from '../core/failure.ts'
import { tell, words } from '../core/words.ts'
import { byId, button, type Child, element, notice, shown } from './element.ts'
import { itemView, type ShownItem } from './item-view.ts'
import { keptView } from './kept-view.ts'

const text = words.popup

/** Opening the popup is the click that saves. */
async function start(): Promise<void> {
  const tab = await meantTab()
  void showFooter(tab?.windowId)
  if (tab?.id === undefined) return show([heading(tell({ code: 'no_page', detail: '' }))])
  await saveNow(tab.id, false)
}

/** The tab the person looks at, or the one that is named where the popup stands in a tab of its own. */
async function meantTab(): Promise<chrome.tabs.Tab | undefined> {
  const named = new URLSearchParams(location.search).get('tab')
  if (named !== null) return chrome.tabs.get(Number(named))
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  return tab
}

async function saveNow(tabId: number, again: boolean): Promise<void> {
  show([heading(text.saving)])
  try {
    showOutcome(await ask('saveTab', { tabId, again }), tabId)
  } catch (error) {
    show([heading(text.refused), element('p', { class: 'why' }, tell(asFailure(error)))])
  }
}

function showOutcome(outcome: TabOutcome, tabId: number): void {
  if (outcome.kind === 'saved') return showItem(outcome, tabId)
  const signIn = () =>
    attempt(async () => {
      byId('main').append(element('p', { class: 'hint', role: 'status' }, text.signingIn))
      await ask('signIn')
      await saveNow(tabId, false)
    })
  const dropped = () => show([heading(text.dropped)])
  const handlers = { show: (next: TabOutcome) => showOutcome(next, tabId), attempt, signIn, dropped }
  show(keptView(outcome.entry, outcome.leftOut, handlers))
}

function showItem(item: ShownItem, tabId: number, news?: string): void {
  const handlers = {
    show: (next: ShownItem, said?: string) => showItem(next, tabId, said),
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
    byId('outcome').after(notice('mistake', tell(asFailure(error))))
  }
}

function heading(words: string): HTMLElement {
  return element('h2', { id: 'outcome', class: 'outcome', tabindex: '-1' }, words)
}

/** What is shown is told to those who listen by putting the focus on its heading. */
function show(children: Child[]): void {
  byId('main').replaceChildren(...shown(children))
  byId('outcome').focus()
}

async function showFooter(windowId: number | undefined): Promise<void> {
  const count = (await ask('waiting')).length
  const toOptions = () => chrome.runtime.openOptionsPage()
  byId('footer').replaceChildren(
    windowId === undefined ? '' : button(text.saveWindow, 'plain', () => saveWindow(windowId)),
    button(count === 0 ? text.options : text.waiting(count), 'plain', toOptions),
  )
}

/** Asks to see the tabs' addresses first; browsers take that only in the click itself. */
async function saveWindow(windowId: number): Promise<void> {
  const isAllowed = await chrome.permissions.request({ permissions: ['tabs'] })
  await attempt(async () => {
    const words = isAllowed
      ? text.windowSaved((await ask('saveWindow', { windowId })).count)
      : text.windowRefused
    for (const old of byId('footer').querySelectorAll('.notice')) old.remove()
    byId('footer').prepend(notice(isAllowed ? 'done' : 'mistake', words))
  })
}

addEventListener('online', () => void ask('retry', { id: undefined }))
void start()
