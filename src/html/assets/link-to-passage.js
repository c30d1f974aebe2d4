// The address of a passage of a page.
/** Words of a long quote at both ends of a link to it. */
const LINK_WORDS = 5
const MAX_LINK_TEXT = 80

const encodePart = (words) => encodeURIComponent(words).replaceAll('-', '%2D')
/** The address of a passage of a page, for browsers that scroll to it (text fragments). */
export const linkToPassage = (address, quote) => {
  const words = quote.replace(/\s+/g, ' ').trim()
  const all = words.split(' ')
  const isLong = words.length > MAX_LINK_TEXT && all.length > 2 * LINK_WORDS
  const parts = isLong ? [all.slice(0, LINK_WORDS), all.slice(-LINK_WORDS)] : [all]
  const fragment = parts.map((part) => encodePart(part.join(' '))).join(',')
  return `${address.split('#')[0]}#:~:text=${fragment}`
}
