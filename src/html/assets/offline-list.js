// The list of the articles on this device, of what waits to be sent, and a field to save a link.
import { readDeviceState, readStore, reconcileAccount, writeDeviceState } from './offline-store.js'
import { syncOffline } from './offline-sync.js'
import { addEntry, cancelEntry, remainingWait, updateEntry } from './outbox.js'

/** Entries of the outbox that are shown. */
const MAX_ROWS = 50
const page = document.querySelector('.offline-list')
const words = JSON.parse(page.dataset.words)
const one = (selector) => page.querySelector(selector)
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
const status = one('.offline-status')
let account
let sendTimer

const button = (label, onClick) => {
  const made = element('button', { type: 'button', className: 'button quiet', textContent: label })
  made.addEventListener('click', onClick)
  return made
}

/** A button of a row that shows an icon only. */
const iconButton = ({ icon, label, title }, onClick) => {
  const made = button('', onClick)
  made.className = `button plain icon-${icon}`
  made.title = label
  made.setAttribute('aria-label', `${label}: ${title}`)
  return made
}

const rowOf = (item, isWaiting) => {
  const meta = [item.site, item.minutes && words.minutes.replace('#', item.minutes), ...item.tags]
  const text = element('div')
  text.append(
    element('a', {
      className: 'offline-title',
      href: `/queue/items/${item.id}`,
      textContent: item.title,
      dir: 'auto',
    }),
    element('span', {
      className: 'offline-meta',
      textContent: meta.filter(Boolean).join(' · '),
      dir: 'auto',
    }),
  )
  if (isWaiting) text.append(element('span', { className: 'offline-waits', textContent: words.waiting }))
  const action = item.isRead ? 'mark-unread' : 'mark-read'
  const icon = item.isRead ? 'inbox' : 'check'
  const act = () => perform({ action, item: item.id, input: {}, title: item.title })
  const mark = iconButton({ icon, label: words.actions[action], title: item.title }, act)
  const row = element('li', {}, text, element('div', { className: 'offline-buttons' }, mark))
  row.dataset.id = item.id
  return row
}

const dayOf = (until) => until && new Date(until).toLocaleDateString(document.documentElement.lang)

const contentOf = ({ action, input, title }) =>
  [words.actions[action], input.tag ?? input.url ?? input.quote ?? dayOf(input.until), title]
    .filter(Boolean)
    .join(' · ')

/** Why an entry is not sent by itself; undefined for those that only wait. */
const reasonFor = ({ refused, isConflict }) => {
  if (isConflict) return words.reasons.conflict
  return refused === undefined ? undefined : words.reasons.refused + refused
}

const waitingRow = (waiting) => {
  const text = element('div', {}, element('span', { textContent: contentOf(waiting), dir: 'auto' }))
  const reason = reasonFor(waiting)
  if (reason) text.append(element('span', { className: 'offline-meta', textContent: reason, dir: 'auto' }))
  const { refused: _, isConflict, note, ...again } = waiting
  const buttons = element('div', { className: 'offline-buttons' })
  if (isConflict) {
    text.append(
      element('span', { textContent: words.yours + waiting.input.note, dir: 'auto' }),
      element('span', { textContent: words.now + note, dir: 'auto' }),
    )
    buttons.append(
      button(words.mine, () => updateEntry(account, { ...again, knownNote: note }).then(sendNow)),
      button(words.theirs, () => cancelEntry(account, waiting).then(show)),
    )
  } else {
    if (reason) buttons.append(button(words.retry, () => updateEntry(account, again).then(sendNow)))
    buttons.append(
      iconButton({ icon: 'trash', label: words.discard, title: contentOf(waiting) }, () =>
        cancelEntry(account, waiting).then(show),
      ),
    )
  }
  return element('li', {}, text, buttons)
}

const matches = (item, wanted) => {
  const text = [item.title, item.site, item.author, item.note, ...item.tags, item.text]
    .join(' ')
    .toLowerCase()
  return wanted.every((word) => text.includes(word))
}

const show = async () => {
  const all = account === undefined ? [] : await readStore(account, 'items')
  const items = all.filter(({ isRemoved, snoozedUntil }) => !isRemoved && !snoozedUntil)
  const entries = account === undefined ? [] : await readStore(account, 'outbox')
  const wanted = one('#offline-search').value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((item) => matches(item, wanted)).sort((a, b) => b.savedAt - a.savedAt)
  const changed = new Set(entries.map(({ item }) => item))
  one('#kept').replaceChildren(...found.map((item) => rowOf(item, changed.has(item.id))))
  // What a person has to decide comes first.
  const rows = [...entries].sort((a, b) => (b.refused !== undefined) - (a.refused !== undefined))
  one('#waiting').replaceChildren(...rows.slice(0, MAX_ROWS).map(waitingRow))
  const more = entries.length - MAX_ROWS
  one('.offline-more').textContent = more > 0 ? words.more.replace('#', more) : ''
  one('.offline-waiting').hidden = entries.length === 0
  one('.offline-save').hidden = account === undefined
  one('.offline-none').hidden = items.length > 0
  one('#offline-search').hidden = items.length === 0
  one('.offline-nothing-found').hidden = items.length === 0 || found.length > 0
}

const tell = async (problem) => {
  const gone = account === undefined ? [] : ((await readDeviceState(account, 'gone')) ?? [])
  const said = problem ? [words[problem] ?? ''] : []
  if (gone.length > 0) {
    said.push(words.gone + gone.join(', '))
    await writeDeviceState(account, 'gone', [])
  }
  if (account !== undefined && (await readDeviceState(account, 'isEvicted'))) {
    said.push(words.evicted)
    await writeDeviceState(account, 'isEvicted', false)
  }
  if (said.length > 0) status.textContent = said.join(' ')
}

const sendNow = async () => {
  account = await reconcileAccount()
  await show()
  if (account === undefined) return
  const problem = await syncOffline(account, { isForced: true })
  await show()
  await tell(problem)
  clearTimeout(sendTimer)
  if (problem === 'busy') sendTimer = setTimeout(sendNow, await remainingWait(account))
}

/** Says whether it is kept to be sent; `shown` is what to say then. */
const perform = async (what, shown = '') => {
  try {
    await addEntry(account, what)
  } catch {
    status.textContent = words.notKept
    return false
  }
  status.textContent = shown
  await show()
  if (navigator.onLine) await sendNow()
  return true
}

const urlIn = (text) => /https?:\/\/\S+/.exec(text)?.[0]

const saveTyped = async () => {
  const field = one('#save-url')
  const url = urlIn(field.value.trim())
  if (url === undefined || !URL.canParse(url)) {
    status.textContent = words.wrongLink
    return field.focus()
  }
  const typed = field.value
  field.value = ''
  if (!(await perform({ action: 'save-link', input: { url } }, words.saved))) field.value = typed
}

one('#offline-search').addEventListener('input', show)
one('#send').addEventListener('click', sendNow)
one('#save-button').addEventListener('click', saveTyped)
one('#save-url').addEventListener('keydown', ({ key }) => key === 'Enter' && saveTyped())
addEventListener('online', sendNow)
document.addEventListener('visibilitychange', () => document.hidden || sendNow())

// What another app handed over.
const shared = new URLSearchParams(location.search)
if (location.pathname === '/save') {
  one('#save-url').value = urlIn([shared.get('url'), shared.get('text'), shared.get('title')].join(' ')) ?? ''
  sendNow().then(() => one('#save-url').focus())
} else sendNow()
