// Enhances the queue page with keyboard shortcuts, and actions without a page load. The page works without it.
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const PARTS = ['.notices', '.queue-sidebar', '.list']
const REFRESH_DELAYS = [2000, 4000, 8000, 16000]
const keys = $('#keys')
const keysOn = $('#keys-on')
const cards = () => $$('.item-card')
const boxes = () => $$('.select-box input')

/** The card that shortcuts apply to: the one with the focus, else the last that had it. */
let lastIndex = -1
const current = () => document.activeElement?.closest('.item-card') ?? cards()[lastIndex]
const goTo = (index) => {
  const all = cards()
  lastIndex = Math.max(0, Math.min(index, all.length - 1))
  all[lastIndex]?.focus()
}

/** Replaces the changed parts of the page by those of a new one; an open menu stays open, unless it is the sender's. */
const swap = (page, parts = PARTS, sender) => {
  if (!PARTS.every((part) => $(part, page))) return false
  const chosen = boxes().flatMap((box) => (box.checked ? box.value : []))
  const focus = document.activeElement
  const open = $$('.list li:has(.menu[open])').find((item) => !item.contains(sender))
  for (const part of parts) $(part).replaceChildren(...$(part, page).childNodes)
  if (open) document.getElementById(open.id)?.replaceWith(open)
  if (open?.contains(focus)) focus.focus()
  for (const box of boxes()) box.checked ||= chosen.includes(box.value)
  ready()
  return true
}

let queue = Promise.resolve()
/** Runs one request after the other, so that an older page never replaces a newer one. */
const enqueue = (work) => (queue = queue.then(work, work))
/**
 * Loads the queue page as a document; Trusted Types forbid parsing it from text. Rejects for any other page and for
 * failures, so that the browser can navigate instead.
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

/** Where a form is sent, and what. Read by attributes, since a control named "action" hides the form's property. */
const requestOf = (form, button) => ({
  address: button?.getAttribute('formaction') ?? form.getAttribute('action'),
  body: new URLSearchParams(new FormData(form, button)),
})

/** Sends a form's request and shows the resulting page. */
const send = async (form, button, { address, body }) => {
  const card = button?.closest('.item-card')
  const index = cards().indexOf(card)
  card?.setAttribute('aria-busy', 'true')
  const page = await load(address, body)
  if (form.id === 'bulk') for (const box of boxes()) box.checked = false
  if (!swap(page, PARTS, form)) throw page
  if (form.matches('.save *') && $('.notice.done')) form.reset()
  const wrong = $('.list [aria-invalid]')
  if (wrong) wrong.focus()
  else if (document.activeElement?.closest('.menu[open]')) return
  // The card that is now at this position gets the focus.
  else if (index >= 0 && cards().length > 0) goTo(index)
  else $('#notice')?.focus()
}

/** Submits a form's request by navigating; the form itself may be gone from the page by then. */
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
  if (form.method !== 'post' || !form.closest('.queue, .notices')) return
  event.preventDefault()
  // Read now, since another response may replace the form before this request is sent.
  const request = requestOf(form, submitter)
  enqueue(() => send(form, submitter, request)).catch(() => sendNatively(request))
})

/** A control of the current card. */
const control = (selector) => current() && $(selector, current())

/** Opens the current card's menu and focuses a control in it. */
const openMenuAt = (selector) => {
  const field = control(selector)
  if (!field) return
  field.closest('details').open = true
  field.focus()
}

const KEYS = {
  j: () => goTo(cards().indexOf(current()) + 1),
  k: () => goTo(cards().indexOf(current()) - 1),
  o: () => control('h2 a')?.click(),
  x: () => control('.select-box input')?.click(),
  s: () => openMenuAt('[name=until]'),
  t: () => openMenuAt('input[name=tag]'),
  u: () => ($('.undo button') ?? $('.active-filter a'))?.click(),
  '/': () => $('#search-words')?.focus(),
  '?': () => keys.showModal(),
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keys.open) return
  if (key === 'Escape') return closeMenus(true)
  if (target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')) return
  if (key === 'Enter' && target.matches('.item-card')) return KEYS.o()
  if (!keysOn.checked && key !== '?') return
  const button = control(`[data-key="${CSS.escape(key)}"]`)
  if (!button && !Object.hasOwn(KEYS, key)) return
  event.preventDefault()
  if (button) button.click()
  else KEYS[key]()
})

const closeMenus = (restoresFocus) => {
  for (const menu of $$('.menu[open]')) {
    menu.open = false
    if (restoresFocus) $('summary', menu).focus()
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
  if (target.matches('.select-box input')) {
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

/** Several links pasted into the field for one go to the form for several. */
addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text').trim()
  if (!event.target.matches('#save-link-url') || !/\n\s*\S/.test(text)) return
  event.preventDefault()
  const area = $('#save-links-links')
  area.closest('details').open = true
  area.value = [area.value, text].filter(Boolean).join('\n')
  area.focus()
})

let refreshCount = 0
const isInUse = () =>
  document.hidden || $('.menu[open], .select-box :checked') || document.activeElement?.matches('.list input')
/** Reloads the list while pages are being fetched, unless the page was in use before or during the request. */
const refresh = async () => {
  if (isInUse()) return ready()
  const page = await load(location.href.split('#')[0])
  if (isInUse()) return ready()
  const index = cards().indexOf(document.activeElement?.closest('.item-card'))
  swap(page, ['.queue-sidebar', '.list'])
  if (index >= 0) goTo(index)
}

const ready = () => {
  $('.keys-open').hidden = false
  if ($('[data-pending]') && refreshCount < REFRESH_DELAYS.length)
    setTimeout(() => enqueue(refresh).catch(() => {}), REFRESH_DELAYS[refreshCount++])
}

keysOn.checked = localStorage.getItem('keys') !== 'off'
$('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
ready()
