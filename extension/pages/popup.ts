import { POPUP_PORT } from '../browser/drafts.ts'
import { message } from '../browser/message.ts'
import { becameOf } from '../browser/highlight-outcome.ts'
import { callBackground, type Status } from '../browser/background-calls.ts'
import type { OutboxEntry } from '../core/outbox.ts'
import type { TabOutcome } from '../browser/save-tab.ts'
import { asFailure } from '../core/failure.ts'
import type { Quote } from '../core/quote.ts'
import { type Entity, linkOf } from '../core/siren.ts'
import { button, byId, element } from './element.ts'
import { editForm } from './edit-form.ts'
import { itemActions } from './item-actions.ts'
import { pageHead } from './page-head.ts'
import { popupFooter } from './popup-footer.ts'
import { say, saidOf, sayDone, sayFailure } from './popup-view.ts'

let tab: chrome.tabs.Tab & { id: number }
let status: Status
let current: TabOutcome | undefined
/** What is selected on the page, until it is highlighted. */
let selection: Quote | null = null

const page = () => ({ tabId: tab.id, url: tab.url ?? '' })

const form = editForm({
  page,
  current: () => current,
  changed(outcome, done) {
    // What was amended while the save was on its way goes out with it.
    if (outcome.kind === 'queued' && current?.kind === 'saved') sayDone(done)
    else show(outcome, done)
  },
  failed: sayFailure,
})

const icons = itemActions((name, done, fields) =>
  attempt(async () => {
    if (current?.kind !== 'saved') return
    const { item } = current
    const input = { page: page(), item, name, ...(fields && { fields }) }
    show({ ...current, leftOut: null, item: await callBackground('submitAction', input) }, done)
  }),
)

/** Opening the popup saves the page, unless the person chose otherwise. */
async function start(): Promise<void> {
  document.documentElement.lang = message('language')
  const found = await currentTab()
  if (found?.id === undefined) return say({ outcome: message('notAPage') })
  tab = { ...found, id: found.id }
  const head = pageHead(tab)
  byId('page').hidden = head.length === 0
  byId('page').replaceChildren(...head)
  status = await callBackground('status')
  popupFooter(status, tab)
  const { protocol, origin } = URL.parse(tab.url ?? '') ?? {}
  if (origin === status.origin) return say({ outcome: message('ownPage'), detail: message('ownPageText') })
  if (!protocol || !/^https?:$/.test(protocol))
    return say({ outcome: message('notAPage'), detail: message('failNoPage') })
  connect()
  void lookForSelection()
  if (status.savesOnOpen) return save(false)
  const before = await callBackground('findTabOutcome', { tabId: tab.id }).catch(() => null)
  if (before) return show(before)
  say({ outcome: message('notSavedYet') })
  const first = button(message('save'), { kind: 'main' }, () => save(false))
  showButtons([first])
  first.focus()
}

/** The page may take its time to answer, for which nothing waits. */
async function lookForSelection(): Promise<void> {
  selection = await callBackground('selection', { tabId: tab.id }).catch(() => null)
  if (selection && current) show(current)
}

/** The active tab, or the one in the query if the popup was opened as a page. */
async function currentTab(): Promise<chrome.tabs.Tab | undefined> {
  const named = new URLSearchParams(location.search).get('tab')
  if (named !== null) return chrome.tabs.get(Number(named))
  const [active] = await chrome.tabs.query({ active: true, currentWindow: true })
  return active
}

/** Tells the background when the popup closes, also after the browser has stopped the background. */
function connect(): void {
  const port = chrome.runtime.connect({ name: POPUP_PORT + tab.id })
  port.onDisconnect.addListener(() => connect())
}

/** Says that the page is saved at once, since its address is in the outbox, and what goes on meanwhile. */
async function save(again: boolean): Promise<void> {
  if (status.isConnected) {
    const host = new URL(status.origin).host
    say({ outcome: message('saved'), detail: message('sending', host), isGood: true })
  } else say({ outcome: message('notSignedIn'), detail: message('untilSignedIn') })
  showButtons([])
  form.open(status.isConnected)
  try {
    const outcome = await callBackground('saveTab', { tabId: tab.id, again })
    const isMoved = again && outcome.kind === 'saved'
    show(outcome, isMoved ? message(outcome.waits ? 'editWaits' : 'movedUp') : undefined)
  } catch (error) {
    say({ outcome: message('notSaved') })
    sayFailure(asFailure(error))
  }
}

/** Shows what became of the page. Nothing that has the focus or holds text is replaced. */
function show(news: TabOutcome, done?: string): void {
  const outcome = newest(news)
  const wasSaved = current?.kind === 'saved'
  current = outcome
  say(saidOf(outcome))
  if (done !== undefined) sayDone(done)
  byId('icons').hidden = outcome.kind !== 'saved'
  if (outcome.kind === 'queued') {
    // Of an item, what waits is a highlight: its note and tags stay.
    if (!wasSaved) form.show(outcome)
    return showButtons([...waitingButtons(outcome.entry), highlightButton()])
  }
  const { item, isNew, isKnown = false } = outcome
  icons.show(item)
  const isRemoved = item.class.includes('removed')
  if (isRemoved) form.close()
  else form.show(outcome)
  const self = linkOf(item, 'self')
  const href = self !== undefined && /^https?:/i.test(self) ? self : undefined
  showButtons([
    !isRemoved && highlightButton(),
    href !== undefined &&
      element('a', { class: 'button plain', href, target: '_blank', rel: 'noopener' }, message('open')),
    (!isNew || isKnown) && !isRemoved && button(message('moveUp'), { kind: 'plain' }, () => save(true)),
  ])
}

/** Of two looks at the same item the later one: answers may overtake each other. */
function newest(news: TabOutcome): TabOutcome {
  if (current?.kind !== 'saved' || news.kind !== 'saved') return news
  const changedAt = ({ properties }: Entity) => Date.parse(String(properties['updatedAt']))
  return changedAt(current.item) > changedAt(news.item) ? { ...news, item: current.item } : news
}

function highlightButton(): HTMLElement | false {
  if (!selection) return false
  const quote = selection
  return button(message('highlightSelection'), { kind: 'main' }, () =>
    attempt(async () => {
      const outcome = await callBackground('highlightTab', { tabId: tab.id, quote })
      selection = null
      show(outcome, message(becameOf(outcome)))
    }),
  )
}

function waitingButtons(entry: OutboxEntry): HTMLElement[] {
  const signIn = button(message('signIn'), { kind: 'main' }, () =>
    attempt(async () => {
      sayDone(message('signingIn'))
      status = await callBackground('signIn')
      await save(false)
    }),
  )
  const again = button(message('tryAgain'), { kind: 'main' }, () =>
    attempt(async () => {
      form.saveNow()
      show(await callBackground('resend', { id: entry.id }))
    }),
  )
  const drop = button(message('discard'), { kind: 'danger' }, () =>
    attempt(async () => {
      await callBackground('drop', { id: entry.id })
      form.close()
      showButtons([])
      say({ outcome: message('discarded') })
      byId('outcome').focus()
    }),
  )
  return [entry.failure?.code === 'signed_out' ? signIn : again, drop]
}

/** Shows buttons in place of others, unless they are the same. */
function showButtons(buttons: (HTMLElement | false | undefined)[]): void {
  const box = byId('buttons')
  const present = buttons.filter((made) => made instanceof HTMLElement)
  const labels = (elements: Iterable<Element>) =>
    [...elements].map(({ textContent }) => textContent).join('\n')
  box.hidden = present.length === 0
  const hadFocus = box.contains(document.activeElement)
  if (labels(present) === labels(box.children) && present.every(({ tagName }) => tagName !== 'A')) return
  box.replaceChildren(...present)
  if (hadFocus) (present[0] ?? byId('outcome')).focus()
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    sayFailure(asFailure(error))
  }
}

addEventListener('online', () => void callBackground('retry', { id: undefined }))
byId('icons').append(...icons.elements)
byId('edit').append(...form.elements)
void start()
