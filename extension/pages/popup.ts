import { POPUP_PORT } from '../browser/drafts.ts'
import { message } from '../browser/message.ts'
import { highlightMessageName } from '../browser/highlight-outcome.ts'
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
import { say, statusTextOf, sayDone, sayFailure } from './popup-view.ts'

let tab: chrome.tabs.Tab & { id: number }
let status: Status
/** The outcome that is shown. */
let current: TabOutcome | undefined
/** The selected text on the page, until it is highlighted. */
let selection: Quote | null = null

const page = () => ({ tabId: tab.id, url: tab.url ?? '' })

const form = editForm({
  page,
  currentOutcome: () => current,
  onEdited(outcome, done) {
    // If the save has been sent by now, the queued outcome is older than the one that is shown.
    if (outcome.kind === 'queued' && current?.kind === 'saved') sayDone(done)
    else show(outcome, done)
  },
  onFailed: sayFailure,
})

const icons = itemActions((name, done, fields) =>
  attempt(async () => {
    if (current?.kind !== 'saved') return
    const { item } = current
    const input = { page: page(), item, name, ...(fields && { fields }) }
    show({ ...current, leftOut: null, item: await callBackground('submitItemAction', input) }, done)
  }),
)

/** Opening the popup saves the page, unless the person has turned that off. */
async function start(): Promise<void> {
  document.documentElement.lang = message('language')
  const shownTab = await currentTab()
  if (shownTab?.id === undefined) return say({ outcome: message('notAPage') })
  tab = { ...shownTab, id: shownTab.id }
  const head = pageHead(tab)
  byId('page').hidden = head.length === 0
  byId('page').replaceChildren(...head)
  status = await callBackground('readStatus')
  popupFooter(status, tab)
  const { protocol, origin } = URL.parse(tab.url ?? '') ?? {}
  if (origin === status.origin) return say({ outcome: message('ownPage'), detail: message('ownPageText') })
  if (!protocol || !/^https?:$/.test(protocol))
    return say({ outcome: message('notAPage'), detail: message('failNoPage') })
  connect()
  void updateSelection()
  if (status.savesOnOpen) return save(false)
  const earlier = await callBackground('findTabOutcome', { tabId: tab.id }).catch(() => null)
  if (earlier) return show(earlier)
  say({ outcome: message('notSavedYet') })
  const saveButton = button(message('save'), { kind: 'main' }, () => save(false))
  showButtons([saveButton])
  saveButton.focus()
}

/** Runs while the page is being saved, since a page may take long to respond. */
async function updateSelection(): Promise<void> {
  selection = await callBackground('findSelection', { tabId: tab.id }).catch(() => null)
  if (selection && current) show(current)
}

/** The active tab, or the tab in the query if the popup was opened as a page. */
async function currentTab(): Promise<chrome.tabs.Tab | undefined> {
  const id = new URLSearchParams(location.search).get('tab')
  if (id !== null) return chrome.tabs.get(Number(id))
  const [active] = await chrome.tabs.query({ active: true, currentWindow: true })
  return active
}

/** Keeps a port open, so that the background knows when the popup closes. A port also ends when the background is stopped. */
function connect(): void {
  const port = chrome.runtime.connect({ name: POPUP_PORT + tab.id })
  port.onDisconnect.addListener(() => connect())
}

/** Saves the page. Says "Saved" at once, since the outbox keeps the address, and that the page is being sent. */
async function save(movesUp: boolean): Promise<void> {
  if (status.isSignedIn) {
    const host = new URL(status.origin).host
    say({ outcome: message('saved'), detail: message('sending', host), isGood: true })
  } else say({ outcome: message('notSignedIn'), detail: message('untilSignedIn') })
  showButtons([])
  form.open(status.isSignedIn)
  try {
    const outcome = await callBackground('saveTab', { tabId: tab.id, movesUp })
    const isMoved = movesUp && outcome.kind === 'saved'
    show(outcome, isMoved ? message(outcome.hasQueuedChange ? 'editWaits' : 'movedUp') : undefined)
  } catch (error) {
    say({ outcome: message('notSaved') })
    sayFailure(asFailure(error))
  }
}

/** Shows the outcome for the page. Fields and buttons that may have the focus or hold text are not replaced. */
function show(received: TabOutcome, done?: string): void {
  const outcome = latestOf(received)
  const wasSaved = current?.kind === 'saved'
  current = outcome
  say(statusTextOf(outcome))
  if (done !== undefined) sayDone(done)
  byId('icons').hidden = outcome.kind !== 'saved'
  if (outcome.kind === 'queued') {
    // If the page was saved before, the queued entry is a highlight, and the form keeps the note and tags of the item.
    if (!wasSaved) form.show(outcome)
    return showButtons([...queuedButtons(outcome.entry), highlightButton()])
  }
  const { item, isNew, wasSavedBefore = false } = outcome
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
    (!isNew || wasSavedBefore) &&
      !isRemoved &&
      button(message('moveUp'), { kind: 'plain' }, () => save(true)),
  ])
}

/** The outcome with the later version of the item, the shown or the received one, since responses may overtake each other. */
function latestOf(received: TabOutcome): TabOutcome {
  if (current?.kind !== 'saved' || received.kind !== 'saved') return received
  const changedAt = ({ properties }: Entity) => Date.parse(String(properties['updatedAt']))
  return changedAt(current.item) > changedAt(received.item) ? { ...received, item: current.item } : received
}

function highlightButton(): HTMLElement | false {
  if (!selection) return false
  const quote = selection
  return button(message('highlightSelection'), { kind: 'main' }, () =>
    attempt(async () => {
      const outcome = await callBackground('highlightTab', { tabId: tab.id, quote })
      selection = null
      show(outcome, message(highlightMessageName(outcome)))
    }),
  )
}

function queuedButtons(entry: OutboxEntry): HTMLElement[] {
  const signIn = button(message('signIn'), { kind: 'main' }, () =>
    attempt(async () => {
      sayDone(message('signingIn'))
      status = await callBackground('signIn')
      await save(false)
    }),
  )
  const retry = button(message('tryAgain'), { kind: 'main' }, () =>
    attempt(async () => {
      form.saveNow()
      show(await callBackground('sendEntry', { id: entry.id }))
    }),
  )
  const discard = button(message('discard'), { kind: 'danger' }, () =>
    attempt(async () => {
      await callBackground('discard', { id: entry.id }).catch(async (error: unknown) => {
        // If it was sent meanwhile, its item is shown in place of these buttons.
        const saved = await callBackground('findTabOutcome', { tabId: tab.id }).catch(() => null)
        if (saved) show(saved)
        throw error
      })
      form.close()
      showButtons([])
      say({ outcome: message('discarded') })
      byId('outcome').focus()
    }),
  )
  return [entry.failure?.code === 'signed_out' ? signIn : retry, discard]
}

/** Replaces the buttons, unless the same ones are shown already. */
function showButtons(buttons: (HTMLElement | false | undefined)[]): void {
  const box = byId('buttons')
  const present = buttons.filter((one) => one instanceof HTMLElement)
  const labels = (elements: Iterable<Element>) =>
    [...elements].map(({ textContent }) => textContent).join('\n')
  box.hidden = present.length === 0
  const hadFocus = box.contains(document.activeElement)
  if (labels(present) === labels(box.children) && present.every(({ tagName }) => tagName !== 'A')) return
  box.replaceChildren(...present)
  if (hadFocus) (present[0] ?? byId('outcome')).focus()
}

/** Runs `work`, and shows its failure. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    sayFailure(asFailure(error))
  }
}

addEventListener('online', () => void callBackground('sendDueEntries', { id: undefined }))
byId('icons').append(...icons.elements)
byId('edit').append(...form.elements)
void start()
