// Comfort for the queue page: keys, and actions without leaving it. All of it works without this as well.
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const PARTS = ['.news', '.side', '.list']
const LOOKS_AGAIN = [2000, 4000, 8000, 16000]
const keys = $('#keys')
const keysOn = $('#keys-on')
const entries = () => $$('.entry')
const boxes = () => $$('.pick input')

/** The item that keys are for: the one with the focus, else the last that had it. */
let place = -1
const current = () => document.activeElement?.closest('.entry') ?? entries()[place]
const goTo = (index) => {
  const all = entries()
  place = Math.max(0, Math.min(index, all.length - 1))
  all[place]?.focus()
}

/** Puts the parts of a page that an action changes in place of those that are shown; an open menu but the sender's stays. */
const swap = (page, parts = PARTS, sender) => {
  if (!PARTS.every((part) => $(part, page))) return false
  const chosen = boxes().flatMap((box) => (box.checked ? box.value : []))
  const focus = document.activeElement
  const used = $$('.list li:has(.menu[open])').find((item) => !item.contains(sender))
  for (const part of parts) $(part).replaceChildren(...$(part, page).childNodes)
  if (used) document.getElementById(used.id)?.replaceWith(used)
  if (used?.contains(focus)) focus.focus()
  for (const box of boxes()) box.checked ||= chosen.includes(box.value)
  ready()
  return true
}

let turn = Promise.resolve()
/** One request after the other, so that no page is shown that knows less than the one before it. */
const inTurn = (work) => (turn = turn.then(work, work))
/**
 * Gives the queue's page as a document, which no script here makes of a text: the policy of the page forbids that
 * (Trusted Types). Rejects for any other page, and for one that does not come, so that the browser itself may try.
 */
const load = (address, body) =>
  new Promise((resolve, reject) => {
    const request = Object.assign(new XMLHttpRequest(), { responseType: 'document', timeout: 30000 })
    request.open(body ? 'POST' : 'GET', address)
    request.setRequestHeader('accept', 'text/html')
    request.addEventListener('load', () => {
      const { status, responseURL, response } = request
      const isQueue = status < 300 && response && new URL(responseURL).pathname === '/queue'
      if (isQueue) resolve(response)
      else reject(request)
    })
    for (const end of ['error', 'timeout']) request.addEventListener(end, () => reject(request))
    request.send(body)
  })

/** What a form sends, and where. Not by its properties: it has its controls by their names first, and one is "action". */
const asked = (form, button) => ({
  address: button?.getAttribute('formaction') ?? form.getAttribute('action'),
  body: new URLSearchParams(new FormData(form, button)),
})

/** Sends what a form asked for as the browser would, and shows what came of it. */
const send = async (form, button, { address, body }) => {
  const entry = button?.closest('.entry')
  const index = entries().indexOf(entry)
  entry?.setAttribute('aria-busy', 'true')
  const page = await load(address, body)
  if (form.id === 'bulk') for (const box of boxes()) box.checked = false
  if (!swap(page, PARTS, form)) throw page
  if (form.matches('.save *') && $('.notice.done')) form.reset()
  const wrong = $('.list [aria-invalid]')
  if (wrong) wrong.focus()
  else if (document.activeElement?.closest('.menu[open]')) return
  // Reading goes on at the item that has come into this place.
  else if (index >= 0 && entries().length > 0) goTo(index)
  else $('#notice')?.focus()
}

/** Leaves the page with what a form asked for; the form itself may be gone from the page by then. */
const sendNatively = ({ address, body }) => {
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: address,
    hidden: true,
  })
  for (const [name, value] of body) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
}

addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (form.method !== 'post' || !form.closest('.queue, .news')) return
  event.preventDefault()
  // Before its turn comes another's answer may have put a new form in its place.
  const request = asked(form, submitter)
  inTurn(() => send(form, submitter, request)).catch(() => sendNatively(request))
})

/** The control of the item that keys are for. */
const control = (selector) => current() && $(selector, current())

/** Goes to a control in the item's menu. */
const ask = (selector) => {
  const field = control(selector)
  if (!field) return
  field.closest('details').open = true
  field.focus()
}

const KEYS = {
  j: () => goTo(entries().indexOf(current()) + 1),
  k: () => goTo(entries().indexOf(current()) - 1),
  o: () => control('h2 a')?.click(),
  x: () => control('.pick input')?.click(),
  s: () => ask('[name=until]'),
  t: () => ask('input[name=tag]'),
  u: () => ($('.undo button') ?? $('.narrowing a'))?.click(),
  '/': () => $('#search-words')?.focus(),
  '?': () => keys.showModal(),
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keys.open) return
  if (key === 'Escape') return closeMenus(true)
  if (target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')) return
  if (key === 'Enter' && target.matches('.entry')) return KEYS.o()
  if (!keysOn.checked && key !== '?') return
  const button = control(`[data-key="${CSS.escape(key)}"]`)
  if (!button && !Object.hasOwn(KEYS, key)) return
  event.preventDefault()
  if (button) button.click()
  else KEYS[key]()
})

const closeMenus = (isLeft) => {
  for (const menu of $$('.menu[open]')) {
    menu.open = false
    if (isLeft) $('summary', menu).focus()
  }
}

let lastBox
addEventListener('click', (event) => {
  const { target } = event
  if (!target.closest('.menu')) closeMenus(false)
  const link = target.closest('[data-select]')
  if (link) {
    event.preventDefault()
    for (const box of boxes()) box.checked = link.dataset.select === 'all'
  }
  if (target.closest('.keys-open')) keys.showModal()
  if (target.matches('.pick input')) {
    const all = boxes()
    const [from, to] = [all.indexOf(lastBox), all.indexOf(target)].sort((a, b) => a - b)
    if (event.shiftKey && from >= 0) for (const box of all.slice(from, to)) box.checked = target.checked
    lastBox = target
  }
})

addEventListener('change', ({ target }) => {
  if (target.id === 'search-order') target.form.requestSubmit()
  if (target === keysOn) localStorage.setItem('keys', target.checked ? 'on' : 'off')
})

/** Several links pasted where one belongs go to the form for several. */
addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text').trim()
  if (!event.target.matches('#save-link-url') || !/\n\s*\S/.test(text)) return
  event.preventDefault()
  const area = $('#save-links-links')
  area.closest('details').open = true
  area.value = [area.value, text].filter(Boolean).join('\n')
  area.focus()
})

let looks = 0
const isInUse = () =>
  document.hidden || $('.menu[open], .pick :checked') || document.activeElement?.matches('.list input')
/** Looks again for pages that are being fetched, as long as nothing on the page is in use: neither before nor since. */
const lookAgain = async () => {
  if (isInUse()) return ready()
  const page = await load(location.href.split('#')[0])
  if (isInUse()) return ready()
  const index = entries().indexOf(document.activeElement?.closest('.entry'))
  swap(page, ['.side', '.list'])
  if (index >= 0) goTo(index)
}

const ready = () => {
  $('.keys-open').hidden = false
  if ($('[data-pending]') && looks < LOOKS_AGAIN.length)
    setTimeout(() => inTurn(lookAgain).catch(() => {}), LOOKS_AGAIN[looks++])
}

keysOn.checked = localStorage.getItem('keys') !== 'off'
$('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
ready()
