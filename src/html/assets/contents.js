// Lists of contents beside a long text or form.
import { $$ } from './page.js'

/** The heading that one has gone to, or the last that was reached; the last ones never reach the top. */
const currentOf = (headings) => {
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  const reachedAt = innerHeight / 3
  const chosen = headings.find((heading) => heading && '#' + heading.id === decodeURIComponent(location.hash))
  const top = chosen?.getBoundingClientRect().top
  if (top >= 0 && (isAtEnd || top < reachedAt)) return chosen
  return isAtEnd
    ? headings.at(-1)
    : headings.findLast((heading) => heading?.getBoundingClientRect().top < reachedAt)
}

/** On phones, a list may show some of its links only. */
const isLeftOut = (link) => link.closest('.contents').checkVisibility() && !link.checkVisibility()

/** Marks where one is in every list of contents; a list that scrolls sideways shows it. */
export const followContents = () => {
  const links = $$('.contents a')
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  let isWaiting = false
  const mark = () => {
    isWaiting = false
    const reached = currentOf(headings.filter((_, index) => !isLeftOut(links[index])))
    links.forEach((link, index) => {
      const isCurrent = headings[index] && headings[index] === reached
      if (!isCurrent) return link.removeAttribute('aria-current')
      if (link.hasAttribute('aria-current')) return
      link.setAttribute('aria-current', 'location')
      const list = link.closest('.contents')
      if (list.scrollWidth > list.clientWidth) list.scrollLeft = link.offsetLeft - list.clientWidth / 3
    })
  }
  const markSoon = () => {
    if (!isWaiting) requestAnimationFrame(mark)
    isWaiting = true
  }
  if (links.length === 0) return
  addEventListener('scroll', markSoon, { passive: true })
  // At the end of the page, going to another heading scrolls nothing.
  addEventListener('hashchange', markSoon)
  mark()
}
