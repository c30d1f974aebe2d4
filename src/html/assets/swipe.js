// Rows are swiped on touch screens: towards the end of the line they are done, towards its start their menu opens.
const MIN_DISTANCE = 88
const MIN_DRAG = 12

/** Calls `done` or `more` with a card that was swiped far enough; what is not is put back. */
export const listenToSwipes = ({ done, more }) => {
  let swipe

  const release = () => {
    if (!swipe) return
    const { card } = swipe
    card.style.translate = ''
    delete card.dataset.swipe
    swipe = undefined
  }

  addEventListener('touchstart', ({ target, touches }) => {
    release()
    const card = target.closest('#items .item-card')
    if (!card || touches.length !== 1 || getSelection().toString()) return
    const [{ clientX, clientY }] = touches
    swipe = { card, x: clientX, y: clientY, distance: 0, isDragged: false }
  })

  addEventListener(
    'touchmove',
    (event) => {
      if (!swipe) return
      const [{ clientX, clientY }] = event.touches
      const [across, along] = [clientX - swipe.x, clientY - swipe.y]
      // Whoever moves along the list scrolls it.
      if (!swipe.isDragged && Math.abs(along) > MIN_DRAG) return release()
      if (!swipe.isDragged && Math.abs(across) < MIN_DRAG) return
      event.preventDefault()
      const isRightToLeft = getComputedStyle(swipe.card.parentElement).direction === 'rtl'
      swipe.isDragged = true
      swipe.distance = isRightToLeft ? -across : across
      swipe.card.style.translate = `${across}px`
      const isFar = Math.abs(swipe.distance) >= MIN_DISTANCE
      swipe.card.dataset.swipe = `${swipe.distance > 0 ? 'done' : 'more'}${isFar ? ' far' : ''}`
    },
    { passive: false },
  )

  addEventListener('touchend', () => {
    if (!swipe) return
    const { card, distance } = swipe
    release()
    if (Math.abs(distance) >= MIN_DISTANCE) (distance > 0 ? done : more)(card)
  })
  addEventListener('touchcancel', release)
}
