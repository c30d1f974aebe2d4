// What is read aloud of a text: its sentences, as places in it.
import { textNodes } from './article-text.js'

/** UTF-16 units; some voices stop in the middle of what is longer. */
const MAX_LENGTH = 200
/** What is looked at rather than heard, or is a mark beside the text. */
const SKIPPED =
  'pre, table, caption, figcaption, math, rt, rp, button, sup:has(a[href^="#"]), details:not([open]) > :not(summary)'
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, dt, dd, figure, div, section, summary, address'
const SPEAKABLE = /[\p{L}\p{N}]/u
/** Where a long sentence may be broken, the better places first. */
const BREAKS = [/^.*[;:—–](?=\s)|^.*[；：]/su, /^.*[,](?=\s)|^.*[、，]/su, /^.*\s/su]

/** Passages of text without a break, and for each piece of them its place in the text. */
const passagesOf = (root) => {
  const passages = []
  let at = 0
  let passage
  for (const node of textNodes(root)) {
    const { data, parentElement } = node
    const block = parentElement.closest(BLOCKS)
    const lang = parentElement.closest('[lang]')?.lang ?? ''
    const isApart = passage?.block !== block || passage.lang !== lang || isAfterBreak(node)
    if (!parentElement.closest(SKIPPED)) {
      if (isApart) passages.push((passage = { block, lang, text: '', pieces: [] }))
      passage.pieces.push({ from: passage.text.length, at })
      passage.text += data.replaceAll(/\s/g, ' ')
    }
    at += data.length
  }
  return passages
}

const isAfterBreak = ({ previousSibling }) => previousSibling?.nodeName === 'BR'

/** Where to end the first part of a sentence that is too long. */
const breakOf = (text) => {
  const start = text.slice(0, MAX_LENGTH)
  for (const pattern of BREAKS) {
    const length = pattern.exec(start)?.[0].length ?? 0
    if (length > MAX_LENGTH / 4) return length
  }
  // Never within one character.
  return /[\uD800-\uDBFF]$/.test(start) ? MAX_LENGTH - 1 : MAX_LENGTH
}

const partsOf = ({ index, segment }) => {
  const parts = []
  let from = 0
  while (segment.length - from > MAX_LENGTH) {
    const length = breakOf(segment.slice(from))
    parts.push({ index: index + from, segment: segment.slice(from, from + length) })
    from += length
  }
  return [...parts, { index: index + from, segment: segment.slice(from) }]
}

const segmenterOf = (lang) => {
  try {
    return new Intl.Segmenter(lang || undefined, { granularity: 'sentence' })
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}

/**
 * The sentences of an element's text: `text` in the language `lang`, from `start` to `end` of the whole, and `placeAt` of
 * each character.
 */
export const spokenSentences = (root) =>
  passagesOf(root).flatMap(({ lang, text, pieces }) =>
    [...segmenterOf(lang).segment(text)].flatMap(partsOf).flatMap(({ index, segment }) => {
      if (!SPEAKABLE.test(segment)) return []
      const from = index + segment.length - segment.trimStart().length
      const spoken = segment.trim()
      const placeAt = (character) => {
        const piece = pieces.findLast((one) => one.from <= from + character)
        return piece.at + from + character - piece.from
      }
      return [{ root, lang, text: spoken, placeAt, start: placeAt(0), end: placeAt(spoken.length - 1) + 1 }]
    }),
  )
