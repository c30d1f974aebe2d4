// An article on this device: where one stopped, and what can be done with it without a connection.
import { articleText, placeOf, rangeOf } from './article-text.js'
import { readKept, shownAccount } from './kept.js'
import { addAct, sendActs } from './outbox.js'

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

const sendNow = () => navigator.onLine && sendActs(account).catch(() => {})

const show = () => {
  inReader('#read').textContent = item.isRead ? words.markUnread : words.markRead
  inReader('#favourite').textContent = item.isFavourite ? words.unfavourite : words.favourite
  inReader('.offline-tags').textContent = item.tags.join(' · ')
}

const act = async (action, input = {}, more = {}) => {
  await addAct(account, { action, item: itemId, input, title: item.title, ...more })
  item = await readKept(account, 'items', itemId)
  status.textContent = words.waiting
  show()
  await drawHighlights()
  await sendNow()
  const isSent = (await readKept(account, 'acts')).every((one) => one.item !== itemId)
  if (isSent) status.textContent = ''
}

const addTag = async () => {
  const field = inReader('#tag')
  const tag = field.value.trim()
  if (tag === '') return field.focus()
  field.value = ''
  await act('tag-item', { tag })
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
  await act('highlight-item', {
    quote,
    prefix: all.slice(Math.max(0, place.start - CONTEXT), place.start),
    suffix: all.slice(place.end, place.end + CONTEXT),
  })
  selection.removeAllRanges()
}

/** Draws what was highlighted here and is not in the kept page yet. */
const drawHighlights = async () => {
  if (!text || !globalThis.Highlight) return
  const all = articleText(text)
  const ranges = (await readKept(account, 'acts')).flatMap(({ action, item, input }) => {
    if (action !== 'highlight-item' || item !== itemId) return []
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
const saveProgress = () => {
  clearTimeout(saving)
  saving = undefined
  const progress = progressNow().toFixed(4)
  if (Math.abs(progress - item.progress) >= 0.002) act('set-progress', { progress })
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
  document.addEventListener('visibilitychange', () => document.hidden && saving && saveProgress())
}

const start = async () => {
  account = await shownAccount()
  item = account && (await readKept(account, 'items', itemId))
  if (!item) return
  inReader('.offline-actions').hidden = false
  inReader('.offline-edit').hidden = false
  inReader('#note').value = item.note
  inReader('#read').addEventListener('click', () => act(item.isRead ? 'mark-unread' : 'mark-read'))
  inReader('#favourite').addEventListener('click', () =>
    act(item.isFavourite ? 'unfavourite-item' : 'favourite-item'),
  )
  inReader('#highlight').addEventListener('click', highlightSelection)
  inReader('#add-tag').addEventListener('click', addTag)
  inReader('#tag').addEventListener('keydown', ({ key }) => key === 'Enter' && addTag())
  inReader('#save-note').addEventListener('click', () =>
    act('edit-item', { note: inReader('#note').value }, { knownNote: item.note }),
  )
  addEventListener('online', sendNow)
  show()
  await drawHighlights()
  if (text) followReading()
}

start()
