// Passages of the article, as places in its text.
import { article } from './reading-progress.js'
import { articleText, placeOf, rangeOf, textNodes } from './article-text.js'

/** Without white space at its ends; undefined if nothing else is in it. */
export const trimmed = ({ start, end }) => {
  const text = articleText(article).slice(start, end)
  if (text.trim() === '') return undefined
  return { start: end - text.trimStart().length, end: start + text.trimEnd().length }
}

/** The sentences of the blocks of the text, as places in it. */
export const sentencesOf = (blocks) => {
  const text = articleText(article)
  const segmenter = new Intl.Segmenter(article.lang || undefined, { granularity: 'sentence' })
  return blocks.flatMap((block) => {
    const range = new Range()
    range.selectNodeContents(block)
    const place = placeOf(article, range)
    if (!place) return []
    return [...segmenter.segment(text.slice(place.start, place.end))]
      .map(({ index, segment }) =>
        trimmed({ start: place.start + index, end: place.start + index + segment.length }),
      )
      .filter(Boolean)
  })
}

/** Words of these have no spaces between them, or are chosen by syllable. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const BLOCKS =
  'address, article, aside, blockquote, caption, dd, details, div, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header, li, main, nav, p, pre, section, summary, td, th'

/** Whether a word may reach from one text node into the next. */
const isJoined = (one, next) => {
  if (!one || !next || one.parentElement.closest(BLOCKS) !== next.parentElement.closest(BLOCKS)) return false
  const between = new Range()
  between.setStart(one, one.length)
  between.setEnd(next, 0)
  return !between.cloneContents().querySelector(`br, img, math, ${BLOCKS}`)
}

/** The word that a place in the text is in; the place alone where it is in none. */
const wordAt = (place) => {
  const nodes = textNodes(article)
  let begin = 0
  let first = 0
  while (begin + nodes[first].length <= place) begin += nodes[first++].length
  let last = first
  while (isJoined(nodes[first - 1], nodes[first])) begin -= nodes[--first].length
  while (isJoined(nodes[last], nodes[last + 1])) last++
  const text = nodes
    .slice(first, last + 1)
    .map(({ data }) => data)
    .join('')
  const segmenter = new Intl.Segmenter(article.lang || undefined, { granularity: 'word' })
  const { index, segment, isWordLike } = segmenter.segment(text).containing(place - begin)
  if (!isWordLike || UNSPACED.test(segment)) return { start: place, end: place + 1 }
  return { start: begin + index, end: begin + index + segment.length }
}

/** Selects the rest of the words too that a selected passage begins and ends in, and gives their place. */
export const selectWholeWords = ({ start, end }) => {
  const words = { start: wordAt(start).start, end: wordAt(end - 1).end }
  if (words.start === start && words.end === end) return words
  const { startContainer, startOffset, endContainer, endOffset } = rangeOf(article, words)
  getSelection().setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
  return words
}
