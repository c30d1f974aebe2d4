// Passages of the article, as places in its text.
import { article } from './reading-progress.js'
import { articleText, placeOf } from './article-text.js'

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
