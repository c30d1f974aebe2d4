// On touch screens, swiping across the text leads to the next or the previous item of the list that one came from.

/** CSS pixels. */
const MIN_TURN = 96
const MIN_MOVE = 14
/** At the sides of the screen, where browsers and systems have gestures of their own. */
const EDGE = 28
/** The text follows the finger only a part of the way. */
const GIVE = 0.35
const ELSEWHERE = 'pre, table, math, input, textarea, select, .contents, [popover], dialog'

const scrollsSideways = (element) => {
  for (let box = element; box && !box.matches('.reader'); box = box.parentElement)
    if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'visible') return true
  return false
}
const isSelecting = () => !getSelection().isCollapsed
const linkFor = (distance) => {
  const isForward = distance < 0 === (getComputedStyle(document.body).direction === 'ltr')
  return document.querySelector(isForward ? '[rel=next]' : '[rel=prev]')
}

export const turnPagesBySwipe = () => {
  const page = document.querySelector('.article-page')
  let swipe

  const putBack = () => {
    page.style.translate = ''
    document.querySelector('.turn-hint')?.remove()
    swipe = undefined
  }

  const showHint = (link, distance) => {
    const hint = document.querySelector('.turn-hint') ?? document.createElement('div')
    hint.className = 'turn-hint'
    hint.ariaHidden = 'true'
    hint.dataset.side = distance < 0 ? 'right' : 'left'
    hint.classList.toggle('far', Math.abs(distance) >= MIN_TURN)
    hint.textContent = link.querySelector('strong')?.textContent ?? link.title
    document.querySelector('.reader').append(hint)
  }

  const begin = ({ target, touches }) => {
    putBack()
    if (touches.length !== 1 || visualViewport.scale > 1.05 || isSelecting()) return
    const [{ clientX, clientY }] = touches
    const isAtEdge = clientX < EDGE || clientX > innerWidth - EDGE
    if (isAtEdge || target.closest(ELSEWHERE) || scrollsSideways(target)) return
    swipe = { x: clientX, y: clientY, distance: 0 }
  }

  const move = (event) => {
    if (!swipe) return
    const [{ clientX, clientY }] = event.touches
    const [across, along] = [clientX - swipe.x, clientY - swipe.y]
    const isBegun = swipe.distance !== 0
    if (event.touches.length > 1 || isSelecting()) return putBack()
    if (!isBegun && Math.abs(along) > MIN_MOVE) return putBack()
    if (!isBegun && Math.abs(across) < Math.max(MIN_MOVE, 2 * Math.abs(along))) return
    const link = linkFor(across)
    if (!link) return putBack()
    if (event.cancelable) event.preventDefault()
    swipe.distance = across
    page.style.translate = `${across * GIVE}px`
    showHint(link, across)
  }

  const end = () => {
    if (!swipe) return
    const { distance } = swipe
    putBack()
    if (Math.abs(distance) >= MIN_TURN && !isSelecting()) linkFor(distance)?.click()
  }

  page.addEventListener('touchstart', begin, { passive: true })
  page.addEventListener('touchmove', move, { passive: false })
  page.addEventListener('touchend', end)
  page.addEventListener('touchcancel', putBack)
}
