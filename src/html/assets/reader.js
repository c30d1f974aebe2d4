// Enhances the page of an item: saves reading progress, waits for a page being fetched, and previews settings.
const $ = (selector) => document.querySelector(selector)
const reader = $('.reader')
const article = $('.article')
const scrollKey = `place ${location.pathname}`
const POST_INTERVAL = 5000
const NOTICE_DURATION = 8000

const post = (form, fields = {}) => {
  const body = new URLSearchParams(new FormData(form))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
}

/** Where the article begins, and how far it can be scrolled. */
const bounds = () => {
  const { top, height } = article.getBoundingClientRect()
  return { from: top + scrollY, length: height - innerHeight }
}

/** From 0, with the article's top at the window's, to 1, with its end at the window's. */
const currentProgress = () => {
  const { from, length } = bounds()
  if (length <= 0) return scrollY >= from + length ? 1 : 0
  return Math.min(1, Math.max(0, (scrollY - from) / length))
}

const scrollToProgress = (progress) => {
  const { from, length } = bounds()
  if (length > 0) scrollTo({ top: from + progress * length, behavior: 'instant' })
}

const trackProgress = (form) => {
  const bar = $('.progress')
  const left = $('.time-left')
  const saved = Number(form.elements.progress.value)
  let sent = saved
  let sentAt = -POST_INTERVAL
  let waiting

  const send = () => {
    clearTimeout(waiting)
    waiting = undefined
    const progress = currentProgress()
    if (Math.abs(progress - sent) < 0.002) return
    sent = progress
    sentAt = performance.now()
    post(form, { progress: progress.toFixed(4) })
  }

  const show = () => {
    const progress = currentProgress()
    bar.value = progress
    if (!left) return
    const minutes = Math.ceil(left.dataset.minutes ** (1 - progress))
    left.hidden = progress === 0 || minutes === 0
    left.textContent = left.dataset.words.replace('#', minutes)
  }

  // After a form is submitted, the article keeps its position in the window even if a notice was added above it.
  const submittedAt = sessionStorage.getItem(scrollKey)
  sessionStorage.removeItem(scrollKey)
  const [{ type }] = performance.getEntriesByType('navigation')
  if (submittedAt !== null) scrollTo({ top: bounds().from + Number(submittedAt), behavior: 'instant' })
  else if (type === 'navigate' && !location.hash && saved > 0 && saved < 0.99) scrollToProgress(saved)
  show()

  let hasInteracted = false
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(event, () => (hasInteracted = true), { passive: true, once: true })
  }
  addEventListener(
    'scroll',
    () => {
      show()
      if (hasInteracted)
        waiting ??= setTimeout(send, Math.max(1000, sentAt + POST_INTERVAL - performance.now()))
    },
    { passive: true },
  )
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && waiting) send()
  })
  addEventListener('submit', ({ target }) => {
    if (target.elements.return?.value === location.pathname)
      sessionStorage.setItem(scrollKey, scrollY - bounds().from)
  })
}

const applyOnChange = (form) => {
  form.dataset.live = ''
  form.addEventListener('change', ({ target: { name, value } }) => {
    const progress = article ? currentProgress() : 0
    ;(name === 'theme' ? document.documentElement : reader).dataset[name] = value
    if (progress > 0 && progress < 1) scrollToProgress(progress)
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

const reloadWhenFetched = async (wait) => {
  await new Promise((resolve) => setTimeout(resolve, wait))
  const isBusy = document.hidden || document.activeElement?.matches('input, textarea')
  if (!isBusy && (await isFetched())) location.reload()
  else reloadWhenFetched(Math.min(wait * 1.4, 20_000))
}

const isFetched = async () => {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } }).catch(() => {})
  return response?.ok && !(await response.text()).includes('data-pending')
}

const progressForm = $('form.set-progress')
if (article && progressForm) trackProgress(progressForm)
const settings = $('form.settings')
if (settings) applyOnChange(settings)
const menu = $('.appearance-menu')
if (menu) closeOutside(menu)
if ($('[data-pending]')) reloadWhenFetched(2000)
// Makes wide content scrollable with the keyboard.
for (const wide of article?.querySelectorAll('pre, table, math') ?? []) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
}
const notice = $('main > .notice')
if (notice) setTimeout(() => notice.classList.add('past'), NOTICE_DURATION)
