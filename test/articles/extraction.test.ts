import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readFolder } from '../../bench/extraction-folder.ts'
import { hasSegment } from '../../bench/extraction-score.ts'
import { readPage } from '../../src/articles/read-page.ts'

suite('An article is what a person would have cut out by hand', () => {
  for (const { name, page, expected } of readFolder(fileURLToPath(new URL('corpus', import.meta.url)))) {
    test(name, async () => {
      const { facts, ...reading } = await readPage(page)
      assert.equal(reading.outcome, expected.isUnreadable ? 'unreadable' : 'article')
      if (expected.title !== undefined) assert.equal(facts.title, expected.title)
      const text = reading.outcome === 'article' ? reading.article.text : ''
      for (const segment of expected.with ?? [])
        assert.ok(hasSegment(text, segment), `${segment}\nin ${text}`)
      for (const segment of expected.without ?? []) assert.ok(!hasSegment(text, segment), segment)
      for (const segment of expected.once ?? []) assert.equal(text.split(segment).length, 2, segment)
    })
  }
})
