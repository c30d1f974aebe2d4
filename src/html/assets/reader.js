// Enhances the page of an item: reading progress, shortcuts, and actions without a page load, so that the text stays where it is.
import {
  $,
  $$,
  enqueue,
  followUp,
  listenToKeys,
  loadPage,
  post,
  requestOf,
  requestOfChoice,
  showControls,
} from './page.js'
import { enhanceArticle } from './article-extras.js'
import { showHighlights, startHighlights, tellWindows } from './highlights.js'
import { offerListening } from './offer-listening.js'
import { article, trackProgress } from './reading-progress.js'
import { turnPagesBySwipe } from './turn-page.js'
import { offerWakeLock } from './wake-lock.js'
import { passageKeys } from './selection-bar.js'

const PARTS = [
  '.notices',
  '.app-sidebar',
  '.toolbar',
  '.panels',
  '.article-head',
  '.article-status',
  '.highlights',
  '.ending',
  '.asking',
]
const reader = $('.reader')
const toolbar = $('.toolbar')
/** Without what scripts add, such as the buttons that copy code. */
const textAsServed = article?.textContent
/** CSS pixels that the toolbar takes. */
const SPACE_ABOVE = 64
const tools = () => $$('a, button', toolbar)

/** The parts of the text that one goes through by keys. */
const blocks = () =>
  $$(
    ':is(p, h2, h3, h4, h5, h6, li, pre, blockquote, figure, table, dt, dd, math)',
    article ?? reader,
  ).filter(
    (block) =>
      block.offsetHeight > 0 &&
      !block.parentElement.closest('.article :is(li, pre, blockquote, figure, table, dd)'),
  )
const isSeen = (block) => {
  const { top, bottom } = block.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
/** What one is at: the block with the focus, else the first that begins in the window or reaches into it. */
const currentIndex = (all) => {
  const focused = all.findIndex((block) => block.contains(document.activeElement) && isSeen(block))
  if (focused >= 0) return focused
  return all.findIndex((block) => block.getBoundingClientRect().bottom > SPACE_ABOVE)
}

const goToBlock = (step) => {
  const all = blocks()
  const at = currentIndex(all)
  const isAt = all[at]?.contains(document.activeElement)
  const block = all[Math.max(0, isAt ? at + step : at)]
  if (!block) return
  block.tabIndex = -1
  block.focus({ preventScroll: true })
  const { top, bottom } = block.getBoundingClientRect()
  if (top >= SPACE_ABOVE && bottom <= innerHeight - SPACE_ABOVE) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  block.scrollIntoView({ block: 'start', behavior })
}

/** Changes something, and leaves the text that is read where it is in the window. */
const holdPlace = (change) => {
  const all = article ? blocks() : []
  const block = all[currentIndex(all)]
  const before = block?.getBoundingClientRect().top
  const isBegun = scrollY > 0
  change()
  if (block && isBegun) scrollBy({ top: block.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** Replaces the parts around the text by those of a new page; false where that has another text. */
const swap = (page) => {
  const isSame = $('.article', page)?.textContent === textAsServed
  // An item that came back from the trash can be highlighted, which begins when a page is loaded.
  const canHighlightNow = !$('.highlight-bars') && $('.highlight-bars', page)
  if (!article || !isSame || canHighlightNow) return false
  if (!PARTS.every((part) => $(part) && $(part, page))) return false
  const focused = tools().indexOf(document.activeElement)
  const open = $('.panels :popover-open')?.id
  const wasInHighlights = $('.highlights').contains(document.activeElement)
  holdPlace(() => {
    for (const part of PARTS) $(part).replaceChildren(...$(part, page).childNodes)
    dispatchEvent(new Event('replaced'))
    showHighlights(page)
  })
  progress?.show()
  tools()[focused]?.focus()
  showControls()
  // What was filled in wrongly is shown where it was.
  const wrong = $('.tool-panel:not([popover])')
  if (wrong) wrong.popover = 'auto'
  const reopened = wrong ?? (open === 'tags' && document.getElementById(open))
  if (reopened) reopened.showPopover()
  if (wrong) $('[aria-invalid]', wrong)?.focus()
  const wrongQuote = $('.highlights [aria-invalid]')
  if (wrongQuote) wrongQuote.focus()
  else if (wasInHighlights) $('.notices .notice')?.focus()
  waitIfPending()
  return true
}

/** Sends a form's request, and shows the page that follows. */
const send = async ({ address, body }) => {
  const page = await loadPage(location.pathname, address, body)
  if (!swap(page)) throw page
  tellWindows()
}

addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!form.closest('main') || form.method !== 'post') return
  event.preventDefault()
  const request = requestOf(form, submitter)
  enqueue(() => send(request)).catch((answer) => followUp(request, answer))
})

/** Presses the first of these that is there. */
const press = (...selectors) => $(selectors.join())?.click()

/** The block of the text with the focus. */
const focusedBlock = () => blocks().find((block) => block.contains(document.activeElement))
const passages = passageKeys({ blocks, focusedBlock, focusBlock: () => goToBlock(0) })

listenToKeys({
  j: () => goToBlock(1),
  k: () => goToBlock(-1),
  n: () => passages.note() || press('[rel=next]'),
  h: () => passages.highlight(),
  p: () => press('[rel=prev]'),
  o: () => press('.original'),
  l: () => press('[data-voices=some] .listen-open'),
  m: () => press('.toolbar .mark-read button', '.toolbar .mark-unread button'),
  f: () => press('.toolbar .favourite-item button', '.toolbar .unfavourite-item button'),
  s: () => press('.tool[popovertarget=snooze]'),
  t: () => press('.tool[popovertarget=tags]'),
  '#': () => press('#more [data-action=remove-item]', '#more [data-action=restore-item]'),
  u: () => ($('.undo:not(.redo) button') ?? $('.back')).click(),
})

/** Choices of appearance hold at once, and are saved. */
addEventListener('change', ({ target: { form, name, value } }) => {
  if (!form?.matches('.settings')) return
  holdPlace(() => ((name === 'theme' ? document.documentElement : reader).dataset[name] = value))
  post(requestOfChoice(form, name))
})

/** The form that highlights a passage by its words is shown when it is asked for. */
addEventListener('click', (event) => {
  if (!event.target.closest('#more [href="#highlight-quote"]')) return
  event.preventDefault()
  $('#more').hidePopover()
  $('#add-highlight').open = true
  $('#highlight-quote').focus()
})

/** The toolbar leaves while one reads on, and is back at the end of the article, or as soon as one scrolls up. */
let lastY = scrollY
addEventListener(
  'scroll',
  () => {
    const step = scrollY - lastY
    if (Math.abs(step) < 8) return
    lastY = scrollY
    const isAtEnd = $('.ending')?.getBoundingClientRect().bottom < innerHeight
    toolbar.classList.toggle('away', step > 0 && scrollY > innerHeight / 4 && !isAtEnd)
  },
  { passive: true },
)

const reloadWhenFetched = async (wait) => {
  await new Promise((resolve) => setTimeout(resolve, wait))
  const isBusy = document.hidden || document.activeElement?.matches('input, textarea')
  if (!isBusy && (await isFetched())) location.reload()
  else reloadWhenFetched(Math.min(wait * 1.4, 20_000))
}

const isFetched = async () => {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => {})
  return response?.ok && !(await response.text()).includes('data-pending')
}

let isWaiting = false
const waitIfPending = () => {
  if (isWaiting || !$('[data-pending]')) return
  isWaiting = true
  reloadWhenFetched(2000)
}

// Without a script, what a row's menu has is here.
if (location.hash === '#more') $('#more[popover]')?.showPopover()
showControls()
const progress = trackProgress()
// Opening at the place where one stopped is no reading on.
lastY = scrollY
waitIfPending()
if (article) enhanceArticle()
offerListening()
offerWakeLock()
turnPagesBySwipe()
startHighlights()
passages.start()
