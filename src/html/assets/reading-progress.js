// How far an article was read: what counts, what is shown of it, and what is saved.
import { $, post, requestOf } from './page.js'

/** Milliseconds. */
const CHECK_INTERVAL = 1000
const POST_INTERVAL = 5000
/** How long one stays at a place that one jumped to before reading on from there counts. */
const SETTLE_TIME = 8000
/** How far reading moves at once, in windows; what goes further is a jump. */
const MAX_STEP = 1.5

export const article = $('.article')

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

const isFar = (one, other) => (Math.abs(one - other) * bounds().length) / innerHeight > MAX_STEP

/** The form is found anew each time, since actions replace it. */
const progressForm = () => $('form.set-progress')

export const trackProgress = () => {
  if (!article || !progressForm()) return
  /** What counts as read. */
  let counted = Number(progressForm().elements.progress.value)
  let sent = counted
  let sentAt = performance.now()
  /** Where one jumped to, and when. */
  let jump
  let checking
  let waiting
  /** What is heard counts then, wherever the window is. */
  let isListening = false

  const show = () => {
    $('.progress').value = counted
    const left = $('.time-left')
    if (!left) return
    const minutes = Math.ceil(left.dataset.minutes * (1 - counted))
    left.hidden = counted === 0 || minutes === 0
    left.textContent = left.dataset.words.replace('#', minutes)
  }

  const follow = () => {
    const progress = currentProgress()
    if (isFar(progress, counted)) return false
    counted = progress
    jump = undefined
    return true
  }

  const count = () => {
    const progress = currentProgress()
    if (follow()) return
    const now = performance.now()
    if (!jump || isFar(progress, jump.to)) jump = { to: progress, at: now }
    else if (progress > jump.to && now - jump.at >= SETTLE_TIME) counted = progress
  }

  const send = () => {
    clearTimeout(waiting)
    waiting = undefined
    if (Math.abs(counted - sent) < 0.002 || !progressForm()) return
    sent = counted
    sentAt = performance.now()
    const request = requestOf(progressForm())
    request.body.set('progress', counted.toFixed(4))
    post(request)
  }

  const check = () => {
    clearTimeout(checking)
    checking = undefined
    if (isListening) return
    count()
    sendSoon()
  }

  const sendSoon = () => {
    show()
    waiting ??= setTimeout(send, Math.max(0, sentAt + POST_INTERVAL - performance.now()))
  }

  const [navigation] = performance.getEntriesByType('navigation')
  const isOpened = (navigation?.type ?? 'navigate') === 'navigate'
  const { from, length } = bounds()
  if (isOpened && !location.hash && counted > 0 && counted < 0.99 && length > 0)
    scrollTo({ top: from + counted * length, behavior: 'instant' })
  show()

  let hasInteracted = false
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(event, () => (hasInteracted = true), { passive: true, once: true })
  }
  addEventListener(
    'scroll',
    () => {
      if (!hasInteracted || isListening) return
      checking ??= setTimeout(check, CHECK_INTERVAL)
      // The line follows at once where one reads on.
      if (!jump && !isFar(currentProgress(), counted)) $('.progress').value = currentProgress()
    },
    { passive: true },
  )
  addEventListener('listened', ({ detail: { progress, isPlaying } }) => {
    isListening = isPlaying
    if (progress === undefined) return
    counted = progress
    jump = undefined
    sendSoon()
  })
  addEventListener('pagehide', () => waiting && send())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return
    if (checking) check()
    if (waiting) send()
  })
  return { show }
}
