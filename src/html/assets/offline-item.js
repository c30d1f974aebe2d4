// An article on this device: where one stopped, and what can be done with it without a connection.
import { articleText, placeOf, rangeOf } from './article-text.js'
import { readEntriesOf, readStore, reconcileAccount } from './offline-store.js'
import { offerListening } from './offer-listening.js'
import { addEntry, sendOutbox } from './outbox.js'

const SAVE_DELAY = 2000
const CONTEXT = 32
const MAX_QUOTE = 10_000
const reader = document.querySelector('.offline-item')
const inReader = (selector) => reader.querySelector(selector)
const words = JSON.parse(reader.dataset.words)
const { item: itemId } = reader.dataset
const text = inReader('#article')
const status = inReader('.offline-status')
let account
let item

const sendNow = () => navigator.onLine && sendOutbox(account).catch(() => {})

const showButton = (selector, icon, label) => {
  const button = inReader(selector)
  button.className = `button tool icon-${icon}`
  button.title = label
  button.firstElementChild.textContent = label
}

const show = () => {
  const { isRead, isFavourite } = item
  showButton('#read', isRead ? 'inbox' : 'check', isRead ? words.markUnread : words.markRead)
  showButton(
    '#favourite',
    isFavourite ? 'star-filled' : 'star',
    isFavourite ? words.unfavourite : words.favourite,
  )
  inReader('.offline-tags').textContent = item.tags.join(' · ')
}

/** Says whether it is kept to be sent. */
const perform = async (action, input = {}, more = {}) => {
  try {
    await addEntry(account, { action, item: itemId, input, title: item.title, ...more })
  } catch {
    status.textContent = words.notKept
    return false
  }
  item = await readStore(account, 'items', itemId)
  status.textContent = words.waiting
  show()
  await insertHighlights()
  await sendNow()
  if ((await readEntriesOf(account, itemId)).length === 0) status.textContent = ''
  return true
}

/** The article leaves the list, and so does whoever reads it. */
const performAndLeave = async (action, input) => {
  if (await perform(action, input)) location.assign('/offline')
}

const addTag = async () => {
  const field = inReader('#tag')
  const tag = field.value.trim()
  if (tag === '') return field.focus()
  field.value = ''
  if (!(await perform('tag-item', { tag }))) field.value = tag
}

const highlightSelection = async () => {
  const selection = getSelection()
  const range = selection.rangeCount > 0 && !selection.isCollapsed && selection.getRangeAt(0)
  const place = range && text && placeOf(text, range)
  if (!place) {
    status.textContent = words.selectFirst
    return
  }
  const all = articleText(text)
  const quote = all.slice(place.start, place.end).slice(0, MAX_QUOTE)
  await perform('highlight-item', {
    quote,
    prefix: all.slice(Math.max(0, place.start - CONTEXT), place.start),
    suffix: all.slice(place.end, place.end + CONTEXT),
  })
  selection.removeAllRanges()
}

/** Draws what was highlighted here and is not in the kept page yet. */
const insertHighlights = async () => {
  if (!text || !globalThis.Highlight) return
  const all = articleText(text)
  const ranges = (await readEntriesOf(account, itemId)).flatMap(({ action, input }) => {
    if (action !== 'highlight-item') return []
    const start = all.indexOf(input.prefix + input.quote + input.suffix) + input.prefix.length
    return start < input.prefix.length ? [] : [rangeOf(text, { start, end: start + input.quote.length })]
  })
  CSS.highlights.set('waiting', new Highlight(...ranges))
}

const progressNow = () => {
  const { top, height } = text.getBoundingClientRect()
  const length = height - innerHeight
  return length <= 0 ? 1 : Math.min(1, Math.max(0, -top / length))
}

let saving
/** While somebody listens. */
let heard
const saveProgress = () => {
  clearTimeout(saving)
  saving = undefined
  const progress = (heard ?? progressNow()).toFixed(4)
  if (Math.abs(progress - item.progress) >= 0.002) perform('set-progress', { progress })
}

const followReading = () => {
  if (item.progress > 0 && item.progress < 0.99 && !location.hash) {
    const { top, height } = text.getBoundingClientRect()
    scrollTo({ top: top + scrollY + item.progress * (height - innerHeight), behavior: 'instant' })
  }
  let isRead = false
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, () => (isRead = true), { passive: true, once: true })
  addEventListener('scroll', () => isRead && (saving ??= setTimeout(saveProgress, SAVE_DELAY)), {
    passive: true,
  })
  addEventListener('listened', ({ detail: { progress } }) => {
    heard = progress
    saving ??= setTimeout(saveProgress, SAVE_DELAY)
  })
  document.addEventListener('visibilitychange', () => document.hidden && saving && saveProgress())
}

const start = async () => {
  account = await reconcileAccount()
  item = account && (await readStore(account, 'items', itemId))
  if (!item) return
  inReader('.offline-actions').hidden = false
  inReader('.offline-edit').hidden = false
  inReader('#note').value = item.note
  inReader('#read').addEventListener('click', () => perform(item.isRead ? 'mark-unread' : 'mark-read'))
  inReader('#favourite').addEventListener('click', () =>
    perform(item.isFavourite ? 'unfavourite-item' : 'favourite-item'),
  )
  inReader('#remove').addEventListener('click', () => performAndLeave('remove-item'))
  for (const choice of reader.querySelectorAll('#snooze button'))
    choice.addEventListener('click', () => {
      const { weekday, hour } = choice.dataset
      const at = new Date()
      const days = weekday ? ((weekday - at.getDay() + 6) % 7) + 1 : 1
      at.setDate(at.getDate() + days)
      at.setHours(hour, 0, 0, 0)
      return performAndLeave('snooze-item', { until: at.toISOString() })
    })
  inReader('#highlight').addEventListener('click', highlightSelection)
  inReader('#add-tag').addEventListener('click', addTag)
  inReader('#tag').addEventListener('keydown', ({ key }) => key === 'Enter' && addTag())
  inReader('#save-note').addEventListener('click', () =>
    perform('edit-item', { note: inReader('#note').value }, { knownNote: item.note }),
  )
  addEventListener('online', sendNow)
  show()
  await insertHighlights()
  if (!text) return
  followReading()
  offerListening()
}

start()
