// Where the bar for a passage is: by the passage where a mouse points at it, else below the thumb.

/** CSS pixels between the bar and the passage, and those that the toolbar of the page takes. */
const PASSAGE_GAP = 8
const TOOLBAR_HEIGHT = 64
const hasMouse = matchMedia('(width >= 56.25rem) and (hover: hover)')

/** Puts the bar above what it is for, or below where there is no room. It stays there while the page is scrolled. */
export const placeBar = (bar, target) => {
  const { top, bottom, left, width } = target.getBoundingClientRect()
  const isSeen = bottom > TOOLBAR_HEIGHT && top < innerHeight
  bar.classList.toggle('by-passage', hasMouse.matches && isSeen)
  if (!hasMouse.matches || !isSeen) return bar.removeAttribute('style')
  const { offsetWidth, offsetHeight } = bar
  const isAbove = top - offsetHeight - PASSAGE_GAP >= TOOLBAR_HEIGHT
  const within = document.querySelector('.article').getBoundingClientRect()
  const centred = left + width / 2 - offsetWidth / 2
  const x = Math.max(within.left, Math.min(centred, within.right - offsetWidth))
  const y = isAbove
    ? top - PASSAGE_GAP
    : Math.min(bottom + PASSAGE_GAP, innerHeight - offsetHeight - PASSAGE_GAP)
  const origin = (bar.offsetParent ?? document.documentElement).getBoundingClientRect()
  bar.style.left = `${x - origin.left}px`
  bar.style.top = `${y - origin.top}px`
  // Upwards, so that the note doesn't cover the passage.
  bar.style.translate = isAbove ? '0 -100%' : 'none'
}
