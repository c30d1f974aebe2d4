// What the queue page and the page of an item share: keyboard shortcuts, notices, and forms sent without a page load.
import { clearBadge, showBadge } from './badge.js'
import { offerPalette } from './open-palette.js'
import { placeMistake, startTextFields } from './text-field.js'
import { readStored, store } from './storage.js'
import { startTagFields } from './tags.js'

export const $ = (selector, within = document) => within.querySelector(selector)
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const NOTICE_TIME = 6000
const keys = $('#keys')
const keysOn = $('#keys-on')

let queue = Promise.resolve()
/** Runs one request after the other, so that an older page never replaces a newer one. */
export const enqueue = (work) => (queue = queue.then(work, work))
/**
 * Loads a page as a document; Trusted Types forbid parsing it from text. Rejects with the request for failures and where
 * it leads to another path, so that the browser can navigate instead.
 */
export const loadPage = (path, address, body) =>
  new Promise((resolve, reject) => {
    const request = Object.assign(new XMLHttpRequest(), { responseType: 'document', timeout: 30000 })
    request.open(body ? 'POST' : 'GET', address)
    request.setRequestHeader('accept', 'text/html')
    request.addEventListener('load', () => {
      const { status, responseURL, response } = request
      if (status < 300 && response && new URL(responseURL).pathname === path) resolve(response)
      else reject(request)
    })
    for (const end of ['error', 'timeout']) request.addEventListener(end, () => reject(request))
    request.send(body)
  })

/** Where a form is sent, and what. Read by attributes, since a control named "action" hides the form's property. */
export const requestOf = (form, button) => ({
  address: button?.getAttribute('formaction') ?? form.getAttribute('action'),
  body: new URLSearchParams(new FormData(form, button)),
})

/** The request that saves one choice of a form, since another window may have changed the others meanwhile. */
export const requestOfChoice = (form, chosen) => {
  const request = requestOf(form)
  for (const { name } of form.querySelectorAll('[type=radio]')) if (name !== chosen) request.body.delete(name)
  return request
}

/** Sends a request whose answer nobody waits for, also when the page is left. */
export const post = ({ address, body }) =>
  fetch(address, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})

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

/** Shows in the open dialog for saving what a page says of it, with what was typed. */
const showSaveMistake = (page) => {
  const dialog = $('#save:popover-open')
  const answered = page && $('#save', page)
  if (!dialog || !answered || !$('.notice', answered)) return false
  dialog.replaceChildren(...answered.childNodes)
  $('[aria-invalid]', dialog)?.focus()
  return true
}

/**
 * What follows a request whose answer can't be shown in place. Where none came, a sentence says so and nothing is left;
 * what led elsewhere is followed; what was refused is submitted again, so that the browser shows why.
 */
export const followUp = (request, answer) => {
  if (showSaveMistake(answer.response)) return
  if (answer.status === 0) {
    const detail = { ...request }
    dispatchEvent(new CustomEvent('unreached', { detail }))
    // A device that keeps articles may keep this too, and send it later.
    return detail.keeping ? detail.keeping.catch(showUnreached) : showUnreached()
  }
  if (answer.status >= 400) return request.body ? sendNatively(request) : location.assign(request.address)
  location.assign(answer.responseURL ?? answer.URL ?? location.href)
}

const showUnreached = () => {
  const notice = Object.assign(document.createElement('div'), {
    id: 'notice',
    className: 'notice mistake',
    role: 'alert',
    tabIndex: -1,
  })
  notice.append(Object.assign(document.createElement('p'), { textContent: $('.notices').dataset.unreached }))
  $('#notice')?.remove()
  // In front of what is open, since that lies over the page.
  ;($(':popover-open') ?? $('.notices')).prepend(notice)
  showControls()
  notice.focus()
}

export const openDialog = (id) => {
  const dialog = document.getElementById(id)
  if (dialog.popover) dialog.showPopover()
  else $('input:not([type=hidden]), textarea', dialog).focus()
}

/** Whether a key is no text that somebody types, and shortcuts are on. */
export const isShortcut = ({ target, altKey, ctrlKey, metaKey, isComposing }) =>
  !(altKey || ctrlKey || metaKey || isComposing || keys.open || !keysOn.checked) &&
  !target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Runs the shortcut of a key, unless somebody types or has switched shortcuts off. */
export const listenToKeys = (shortcuts) => {
  const all = {
    c: () => openDialog('save'),
    '/': () => openDialog('search'),
    '?': () => keys.showModal(),
    ...shortcuts,
  }
  addEventListener('keydown', (event) => {
    const { key, target } = event
    const hasModifier = event.ctrlKey || event.metaKey
    if (event.altKey || event.isComposing || keys.open) return
    if (hasModifier && key !== 'k') return
    if (hasModifier) {
      event.preventDefault()
      return openDialog('search')
    }
    if (target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')) return
    if (!Object.hasOwn(all, key) || (!keysOn.checked && key !== '?')) return
    event.preventDefault()
    all[key]()
  })
}

/** What was done is told for a few seconds, which begin when the person does something. */
let noticeTimer
const startNoticeTimer = () => {
  if (noticeTimer || !$('.notices .done')) return
  noticeTimer = setTimeout(() => {
    noticeTimer = undefined
    const notice = $('.notices .done')
    if (notice?.matches(':hover, :focus-within')) startNoticeTimer()
    else notice?.remove()
  }, NOTICE_TIME)
}
for (const type of ['pointermove', 'keydown', 'scroll'])
  addEventListener(type, startNoticeTimer, { passive: true })

/** Once a page is there, or parts of it are new: its notice has its time or its field, and what needs scripts is shown. */
export const showControls = () => {
  clearTimeout(noticeTimer)
  noticeTimer = undefined
  $('.keys-open').hidden = false
  placeMistake()
  showBadge()
}

addEventListener('click', ({ target }) => target.closest('.keys-open') && keys.showModal())
keysOn.addEventListener('change', () => store('keys', keysOn.checked ? 'on' : 'off'))
keysOn.checked = readStored('keys') !== 'off'

/** What is told once does not stay in the address. */
const address = new URL(location)
if (address.searchParams.has('flash')) {
  address.searchParams.delete('flash')
  history.replaceState(history.state, '', address)
}

// A browser that goes to a section of the page ignores autofocus.
if (location.hash)
  addEventListener('load', () => {
    if (document.activeElement !== document.body) return
    const first = $('main [autofocus]:not(.notice)') ?? $('main .notice')
    first?.focus({ preventScroll: first.matches('.notice') })
  })

offerPalette()
startTagFields()
startTextFields()

// The shortcut of the installed app.
if (location.hash === '#search') openDialog('search')

addEventListener('submit', ({ target }) => target.getAttribute('action') === '/logout' && clearBadge())

// Only devices that keep articles load what they need for it.
if (document.cookie.includes('rq_offline=')) {
  const loaded = import(document.body.dataset.offline)
  addEventListener('submit', (event) => {
    const { target: form } = event
    if (form.getAttribute('action') !== '/logout') return
    event.preventDefault()
    loaded.then(
      () => form.dispatchEvent(new Event('sign-out', { bubbles: true })),
      () => form.submit(),
    )
  })
}
