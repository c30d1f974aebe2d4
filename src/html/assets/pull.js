// On touch screens, a list that is pulled down at its top loads what is new.

/** CSS pixels that the finger moves. */
const MIN_PULL = 130
const MIN_MOVE = 12
/** The mark follows the finger only a part of the way. */
const GIVE = 0.4
const ELSEWHERE = 'input, textarea, select, [popover], dialog'

/** Calls `load` when the page was pulled far enough; a mark shows how far, and stays until that is done. */
export const listenToPulls = (load) => {
  const mark = Object.assign(document.createElement('div'), {
    className: 'pull icon-refetch',
    ariaHidden: 'true',
  })
  let pull

  const putBack = () => {
    pull = undefined
    mark.remove()
  }

  const begin = ({ target, touches }) => {
    if (mark.dataset.pull === 'loading') return
    putBack()
    if (touches.length !== 1 || scrollY > 0 || visualViewport.scale > 1.05) return
    if (target.closest(ELSEWHERE) || getSelection().toString()) return
    // The browser would load the whole page again.
    document.documentElement.style.overscrollBehaviorY = 'contain'
    const [{ clientX, clientY }] = touches
    pull = { x: clientX, y: clientY, distance: 0 }
  }

  const move = (event) => {
    if (!pull) return
    const [{ clientX, clientY }] = event.touches
    const [across, along] = [clientX - pull.x, clientY - pull.y]
    const isBegun = pull.distance > 0
    if (event.touches.length > 1 || scrollY > 0 || along < -MIN_MOVE) return putBack()
    // Whoever moves across swipes a row.
    if (!isBegun && Math.abs(across) >= Math.max(MIN_MOVE, along / 2)) return putBack()
    if (event.cancelable && along > Math.abs(across)) event.preventDefault()
    if (!isBegun && along < MIN_MOVE) return
    pull.distance = Math.max(1, along)
    mark.dataset.pull = along >= MIN_PULL ? 'far' : 'near'
    mark.style.translate = `0 ${Math.min(along, MIN_PULL * 1.5) * GIVE}px`
    if (!mark.isConnected) document.body.append(mark)
  }

  const end = async () => {
    if (!pull) return
    const { distance } = pull
    if (distance < MIN_PULL) return putBack()
    pull = undefined
    mark.dataset.pull = 'loading'
    await load()
    delete mark.dataset.pull
    mark.remove()
  }

  addEventListener('touchstart', begin, { passive: true })
  addEventListener('touchmove', move, { passive: false })
  addEventListener('touchend', end)
  addEventListener('touchcancel', () => {
    if (mark.dataset.pull !== 'loading') putBack()
  })
}
