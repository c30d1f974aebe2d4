import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { articleText } from '../../src/articles/article-text.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { parseRendered, fillInImages } from '../../src/articles/rendered-article.ts'
import { passageAt } from '../../src/queue/highlights/highlight.ts'
import { createQuoteFinder } from '../../src/text/quote/find-quote.ts'
import { corpusNames, corpusPage } from '../articles/corpus.ts'

const ARTICLES = 60
const OF_ARTICLE = 7

type CorpusText = { text: string; html: string }

/** The texts of articles of the corpus that are long enough to be altered, and the pages they are from. */
async function textsOfCorpus(): Promise<CorpusText[]> {
  const texts: CorpusText[] = []
  for (const name of corpusNames()) {
    const page = corpusPage(name)
    const extraction = await extractPage(page)
    const rendered = extraction.outcome === 'article' && parseRendered(extraction.article.rendered)
    const text = rendered ? articleText(fillInImages(rendered, () => undefined)) : ''
    if (text.length >= 500 && texts.push({ text, html: new TextDecoder().decode(page.body) }) === ARTICLES)
      break
  }
  return texts
}

/** A sixth of an article further on, where it ends with a sentence: from there on the text is moved to the beginning. */
function movedFrom(text: string): number {
  return text.indexOf('. ', Math.floor(text.length / 6)) + 2
}

/** Words of a passage, each tenth of them another one. */
function reworded(text: string): string {
  let count = 0
  return text.replace(/\p{L}{4,}/gu, (word) => (++count % 10 === 0 ? `${word.slice(0, -2)}xy` : word))
}

test('300 highlights of articles whose parts were moved and whose words were changed are found, and none elsewhere', async () => {
  const texts = await textsOfCorpus()
  let all = 0
  let found = 0
  const wrong: string[] = []
  for (const { text } of texts) {
    const cut = movedFrom(text)
    const altered = reworded(text.slice(cut)) + text.slice(0, cut)
    const original = text.slice(cut) + text.slice(0, cut)
    const finder = createQuoteFinder(altered)
    for (let index = 0; index < OF_ARTICLE; index++) {
      const start = Math.floor(((text.length - 200) * index) / OF_ARTICLE)
      const passage = passageAt({ text, blockStarts: [] }, { start, end: start + 60 + 18 * index })
      if (start < cut && passage.end > cut) continue
      all += 1
      const match = await finder.find({ ...passage, near: passage.start }, 'reanchor')
      if (match.kind !== 'found') continue
      found += 1
      // Moving and changing words keeps each character at a place that is known.
      const expected = passage.start >= cut ? passage.start - cut : passage.start + text.length - cut
      const isHere =
        Math.abs(match.start - expected) <= 10 && Math.abs(match.end - expected - passage.exact.length) <= 10
      if (!isHere && original.slice(match.start, match.end) !== passage.exact) wrong.push(passage.exact)
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(all >= 300 && found >= all * 0.95, `${found} of ${all} in ${texts.length} articles`)
})

/** What is left of a page that is read by no rules at all: all of its text, with menus and comments. */
function allTextOf(html: string): string {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll('script, style, noscript, template')) element.remove()
  return document.body?.textContent ?? ''
}

test('highlights are found in what another extractor makes of the same pages, and none elsewhere', async () => {
  let all = 0
  let found = 0
  const wrong: [quote: string, found: string][] = []
  for (const { text, html } of await textsOfCorpus()) {
    const other = allTextOf(html)
    const letters = lettersOf(other)
    const finder = createQuoteFinder(other)
    for (let index = 0; index < OF_ARTICLE; index++) {
      const start = Math.floor(((text.length - 200) * index) / OF_ARTICLE)
      const passage = passageAt({ text, blockStarts: [] }, { start, end: start + 60 + 18 * index })
      // What only one of them takes for text is missing in the other.
      if (!letters.includes(lettersOf(passage.exact))) continue
      all += 1
      const match = await finder.find({ ...passage, near: passage.start }, 'reanchor')
      if (match.kind !== 'found') continue
      found += 1
      const words = other.slice(match.start, match.end)
      if (lettersOf(words) !== lettersOf(passage.exact)) wrong.push([passage.exact, words])
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(all >= 300 && found >= all * 0.95, `${found} of ${all}`)
})

function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')
}

test('a passage that was taken out is not found in another one like it', async () => {
  const of = (number: number, words: string) =>
    `Release ${number} brings ${words} and mends what did not work before. `
  const text = of(1, 'faster lists') + of(2, 'a new reader') + of(3, 'better search')
  const start = text.indexOf('brings a new')
  const passage = passageAt({ text, blockStarts: [] }, { start, end: text.indexOf('. Release 3') })
  const finder = createQuoteFinder(text.replace(of(2, 'a new reader'), ''))
  assert.equal((await finder.find({ ...passage, near: start }, 'reanchor')).kind, 'missing')
})
