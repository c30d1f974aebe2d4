// Enhances the queue page with keyboard shortcuts, and actions without a page load. The page works without it.
import { fill } from './fill-row.js'
import { listenToListKeys } from './list-keys.js'
import { followChanges } from './live.js'
import { offerPasted } from './paste.js'
import { listenToPulls } from './pull.js'
import { listenToSwipes } from './swipe.js'
import { $, $$, enqueue, followUp, loadPage, requestOf, showControls } from './page.js'
import { closeMenus, menuCard, openMenu, rowMenu } from './row-menu.js'
import { offerRowCommands } from './row-commands.js'
import { boxes, cards, focusNew, goTo, offers, pathOf } from './rows.js'
import { listenToSelection } from './selection.js'

const PARTS = ['.notices', '.app-sidebar', '.list']
const REFRESH_DELAYS = [2000, 4000, 8000, 16000]
const COMPARE_DELAY = 200
/** The rows whose action is on its way and takes them out of the list, by id. */
const leaving = new Set()
/** The rows that are new and were not asked for yet, by id. */
const offered = new Set()
const latestOf = (page) => Number($('.list', page).dataset.latest)
/** The number of the latest change that the list shows, and of the latest one that it was compared with. */
let shown = latestOf(document)
let known = shown

/** Replaces the changed parts of the page by those of a new one. What is selected stays so, and what is new is left out. */
const swap = (page) => {
  if (!PARTS.every((part) => $(part, page))) return false
  const chosen = boxes().flatMap((box) => (box.checked ? box.value : []))
  for (const id of offered) page.getElementById(id)?.remove()
  for (const id of leaving) page.getElementById(id)?.setAttribute('hidden', '')
  known = latestOf(page)
  if (offered.size === 0) shown = known
  for (const part of PARTS) $(part).replaceChildren(...$(part, page).childNodes)
  Object.assign($('.list').dataset, $('.list', page).dataset)
  for (const box of boxes()) box.checked ||= chosen.includes(box.value)
  // A list that was empty had no menu for its rows.
  if (!rowMenu() && $('#row-menu', page)) $('.list').after($('#row-menu', page))
  ready()
  return true
}

const load = (address, body) => loadPage('/queue', address, body)

/** Sends a form's request about a card, if any, and shows the resulting page. */
const send = async (form, card, { request: { address, body }, index, rowId, gone }) => {
  card?.setAttribute('aria-busy', 'true')
  const page = await load(address, body)
  for (const id of gone) leaving.delete(id)
  if (form.id === 'bulk') for (const box of boxes()) box.checked = false
  const focusedId = document.activeElement?.closest('.item-card')?.parentElement.id
  const before = cards().map((card) => card.parentElement.id)
  if (!swap(page)) throw page
  const isDone = $('.notices .done') !== null
  const save = form.closest('#save')
  if (save && isDone) {
    form.reset()
    $('.notice', save)?.remove()
    if (save.popover) save.hidePopover()
  } else if (save && $('#save .notice', page)) {
    // With what was wrong, and what was typed.
    save.replaceChildren(...$('#save', page).childNodes)
    return $('[aria-invalid]', save)?.focus()
  }
  if (form.closest('#row-menu') && !isDone) return $('input:not([type=hidden])', form)?.focus()
  if (form.closest('#row-menu')) {
    form.reset()
    // The row may have been filled anew meanwhile.
    if (menuCard.parentElement.id === rowId) rowMenu().hidePopover()
  }
  const focused = focusedId && document.getElementById(focusedId)
  const wrong = $('.list [aria-invalid]')
  if (wrong) wrong.focus()
  // Something else was opened meanwhile.
  else if ($(':popover-open')) return
  else if (form.matches('.undo') && focusNew(before)) return
  else if (focused && !focused.hidden) $('.item-card', focused).focus()
  // The card that is now at this position gets the focus.
  else if (index >= 0 && cards().length > 0) goTo(index)
  else $('#notice')?.focus()
}

const SENT = '#row-action, #bulk, .menu-form, .undo, .save form, .filter-density form'
addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!form.matches(SENT) || submitter?.matches('[data-native]')) return
  event.preventDefault()
  sendSoon(
    form,
    submitter?.closest('.item-card') ?? (form.closest('#row-menu') && menuCard),
    requestOf(form, submitter),
  )
})

/**
 * Sends a request when those before it are done; it is read now, since a response may replace the form until then. Rows
 * that it takes out of the list go at once.
 */
const sendSoon = (form, card, request) => {
  const index = cards().indexOf(card)
  const rowId = card?.parentElement.id
  const gone = goneBy(form, card, request)
  for (const id of gone) {
    leaving.add(id)
    document.getElementById(id).hidden = true
  }
  if (gone.length > 0 && card) {
    rowMenu().hidePopover()
    goTo(index)
  }
  enqueue(() => send(form, card, { request, index, rowId, gone })).catch((answer) => {
    card?.removeAttribute('aria-busy')
    for (const id of gone) {
      leaving.delete(id)
      document.getElementById(id)?.removeAttribute('hidden')
    }
    followUp(request, answer)
  })
}

/** The ids of the rows that a request takes out of this list; none if what was typed may be invalid. */
const goneBy = (form, card, { address, body }) => {
  const leaves = (action) => $('.list').dataset.leaving.split(' ').includes(action)
  if (form.id === 'bulk' && body.get('action') !== 'snooze-item' && leaves(body.get('action')))
    return body.getAll('items').map((id) => `item-${id}`)
  const isSure = card && !form.matches('.menu-field') && leaves(address.split('/').at(-1))
  return isSure ? [card.parentElement.id] : []
}

/** Runs the first of these actions that a card offers. */
const act = (card, ...actions) => {
  const action = card && actions.find((action) => offers(card, action))
  if (!action) return
  const form = $('#row-action')
  sendSoon(form, card, { ...requestOf(form), address: pathOf(card, action) })
}

listenToListKeys(act)
offerRowCommands(act)

listenToSwipes({
  done: (card) => act(card, 'mark-read', 'mark-unread', 'restore-item'),
  more: (card) => openMenu(card),
})

addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape') closeMenus(true)
  if (key === 'Enter' && target.matches('.item-card')) $('h2 a', target).click()
})

addEventListener('click', (event) => {
  const { target } = event
  if (!target.closest('.menu')) closeMenus(false)
  const more = target.closest('.actions .icon-more')
  if (more && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    openMenu(more.closest('.item-card'))
  }
  if (target.closest('[data-select-row]')) {
    $('.select-box input', menuCard).click()
    rowMenu().hidePopover()
  }
})

listenToSelection()
offerPasted()

const listAddress = () => new URL(location.href.split('#')[0])

/**
 * Compares the list with what it is now. Rows that are in both are filled in place; a line above the list says that
 * others came or went, and nothing moves until the person asks for them.
 */
const compare = async () => {
  const address = listAddress()
  address.searchParams.set('since', shown)
  const page = await load(address)
  const rows = $$('#items > :not([hidden])')
  const rowsNow = $$('#items > *', page).filter(({ id }) => !leaving.has(id))
  const actions = $('#items', page)?.dataset.actions
  known = latestOf(page)
  offered.clear()
  for (const now of rowsNow) {
    const row = document.getElementById(now.id)
    if (row) fill(row, now, actions)
    else offered.add(now.id)
  }
  const sidebar = $('.app-sidebar')
  if (!sidebar.matches(':popover-open, :focus-within'))
    sidebar.replaceChildren(...$('.app-sidebar', page).childNodes)
  const isSame = offered.size === 0 && rows.length === rowsNow.length
  if (isSame) shown = known
  $('.updates-place').replaceChildren(...(isSame ? [] : [$('.updates', page)]))
  ready()
}

const showChanges = async () => {
  const page = await load(listAddress())
  offered.clear()
  $('.updates-place').replaceChildren()
  if (!swap(page)) throw page
  scrollTo(0, 0)
  if (cards().length > 0) goTo(0)
}
const showSoon = () => enqueue(showChanges).catch((answer) => followUp({ address: listAddress() }, answer))

addEventListener('click', (event) => {
  if (!event.target.closest('.updates a') || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  showSoon()
})
listenToPulls(showSoon)

let comparing
/** Compares soon, once for all changes of a moment. */
const onChange = (number) => {
  if (number <= known) return
  comparing ??= setTimeout(() => {
    comparing = undefined
    enqueue(() => (number > known ? compare() : undefined)).catch(() => {})
  }, COMPARE_DELAY)
}
followChanges(() => known, onChange)

let refreshCount = 0
let refreshTimer
const ready = () => {
  showControls()
  // Without the stream of changes, the page looks by itself for what is being fetched.
  if (!$('[data-pending]')) refreshCount = 0
  else if (refreshCount < REFRESH_DELAYS.length)
    refreshTimer ??= setTimeout(() => {
      refreshTimer = undefined
      enqueue(compare).catch(() => {})
    }, REFRESH_DELAYS[refreshCount++])
}

ready()
// Back from an item's page, the focus is on its row.
const from = cards().findIndex((card) => `#${card.parentElement.id}` === location.hash)
if (from >= 0) addEventListener('load', () => setTimeout(() => goTo(from)))
