// Comfort for the page of an item: it keeps the place, looks whether a page has come, and tries settings on.
const $ = (selector) => document.querySelector(selector)
const reader = $('.reader')
const article = $('.article')
const here = `place ${location.pathname}`
const POST_EVERY = 5000
const NOTICE_TIME = 8000

const post = (form, fields = {}) => {
  const body = new URLSearchParams(new FormData(form))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
}

/** From 0, the article's top at the window's, to 1, its end at the window's end. */
const bounds = () => {
  const { top, height } = article.getBoundingClientRect()
  return { from: top + scrollY, length: height - innerHeight }
}

const currentPlace = () => {
  const { from, length } = bounds()
  if (length <= 0) return scrollY >= from + length ? 1 : 0
  return Math.min(1, Math.max(0, (scrollY - from) / length))
}

const goTo = (place) => {
  const { from, length } = bounds()
  if (length > 0) scrollTo({ top: from + place * length, behavior: 'instant' })
}

const keepPlace = (form) => {
  const bar = $('.place')
  const left = $('.time-left')
  const kept = Number(form.elements.progress.value)
  let sent = kept
  let sentAt = -POST_EVERY
  let waiting

  const send = () => {
    clearTimeout(waiting)
    waiting = undefined
    const place = currentPlace()
    if (Math.abs(place - sent) < 0.002) return
    sent = place
    sentAt = performance.now()
    post(form, { progress: place.toFixed(4) })
  }

  const show = () => {
    const place = currentPlace()
    bar.value = place
    if (!left) return
    const minutes = Math.ceil(left.dataset.minutes * (1 - place))
    left.hidden = place === 0 || minutes === 0
    left.textContent = left.dataset.words.replace('#', minutes)
  }

  // After a button the page opens where it stood, by the article: a notice may lie above it now.
  const pressed = sessionStorage.getItem(here)
  sessionStorage.removeItem(here)
  const [{ type }] = performance.getEntriesByType('navigation')
  if (pressed !== null) scrollTo({ top: bounds().from + Number(pressed), behavior: 'instant' })
  else if (type === 'navigate' && !location.hash && kept > 0 && kept < 0.99) goTo(kept)
  show()

  let isMoved = false
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(event, () => (isMoved = true), { passive: true, once: true })
  }
  addEventListener(
    'scroll',
    () => {
      show()
      if (isMoved) waiting ??= setTimeout(send, Math.max(1000, sentAt + POST_EVERY - performance.now()))
    },
    { passive: true },
  )
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && waiting) send()
  })
  addEventListener('submit', ({ target }) => {
    if (target.elements.return?.value === location.pathname)
      sessionStorage.setItem(here, scrollY - bounds().from)
  })
}

const tryOn = (form) => {
  form.dataset.live = ''
  form.addEventListener('change', ({ target: { name, value } }) => {
    const place = article ? currentPlace() : 0
    ;(name === 'theme' ? document.documentElement : reader).dataset[name] = value
    if (place > 0 && place < 1) goTo(place)
    post(form)
  })
}

const closeOutside = (menu) => {
  addEventListener('click', ({ target }) => menu.contains(target) || (menu.open = false))
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.firstElementChild.focus()
  })
}

const lookAgain = async (wait) => {
  await new Promise((resolve) => setTimeout(resolve, wait))
  const isBusy = document.hidden || document.activeElement?.matches('input, textarea')
  if (!isBusy && (await hasCome())) location.reload()
  else lookAgain(Math.min(wait * 1.4, 20_000))
}

const hasCome = async () => {
  const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } }).catch(() => {})
  return answer?.ok && !(await answer.text()).includes('data-pending')
}

const progress = $('form.set-progress')
if (article && progress) keepPlace(progress)
const settings = $('form.settings')
if (settings) tryOn(settings)
const menu = $('.text-menu')
if (menu) closeOutside(menu)
if ($('[data-pending]')) lookAgain(2000)
// What is wider than the text is scrolled with the keyboard too.
for (const wide of article?.querySelectorAll('pre, table, math') ?? []) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
}
const notice = $('main > .notice')
if (notice) setTimeout(() => notice.classList.add('past'), NOTICE_TIME)
