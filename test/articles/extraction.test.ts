import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readFolder } from '../../bench/extraction-folder.ts'
import { hasSegment } from '../../bench/extraction-score.ts'
import { toText } from '../../src/articles/plain-text.ts'
import { renderArticle } from '../../src/articles/render-article.ts'
import { serializeRendered } from '../../src/articles/rendered-article.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { highlightCode } from '../../src/articles/highlight-code.ts'
import { corpusNames, corpusPage, pageOf } from './corpus.ts'
import { HOSTILE_MARKUP } from './hostile-markup.ts'

suite('An article is what a person would have selected by hand', () => {
  for (const { name, page, expected } of readFolder(fileURLToPath(new URL('corpus', import.meta.url)))) {
    test(name, async () => {
      const { metadata, ...reading } = await extractPage(page)
      assert.equal(reading.outcome, expected.isUnreadable ? 'unreadable' : 'article')
      if (expected.title !== undefined) assert.equal(metadata.title, expected.title)
      const text = reading.outcome === 'article' ? reading.article.text : ''
      for (const segment of expected.with ?? [])
        assert.ok(hasSegment(text, segment), `${segment}\nin ${text}`)
      for (const segment of expected.without ?? []) assert.ok(!hasSegment(text, segment), segment)
      for (const segment of expected.once ?? []) assert.equal(text.split(segment).length, 2, segment)
    })
  }
})

test('An article stored from its tree is the same as one from its markup', async () => {
  const pages = [...corpusNames().map(corpusPage), ...HOSTILE_MARKUP.map((html) => pageOf(html))]
  for (const page of pages) {
    const reading = await extractPage(page)
    if (reading.outcome !== 'article') continue
    const { html, rendered, text } = reading.article
    assert.equal(rendered, serializeRendered(highlightCode(renderArticle(html))))
    assert.equal(text, toText(html))
  }
})
