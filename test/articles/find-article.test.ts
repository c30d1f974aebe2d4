import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { findArticle } from '../../src/articles/find-article.ts'
import { buildTree } from '../../src/articles/page-tree.ts'
import { corpusNames, corpusPage } from './corpus.ts'

suite('Readability finds the same on our tree as on a complete DOM', () => {
  for (const name of corpusNames()) {
    test(name, () => {
      const page = corpusPage(name)
      const { document } = buildTree(Buffer.from(page.body).toString(), page.url)
      const title = 'A ferry that leaves too early'
      const html = `<html><head><title>${title}</title></head><body>${document.body.innerHTML}</body></html>`
      const whole = new Readability(parseHTML(html).document as never).parse()
      const found = findArticle(document, { title, author: null })
      assert.equal(wordsOf(found?.element.textContent), wordsOf(whole?.textContent))
      assert.equal(found?.byline ?? null, whole?.byline ?? null)
    })
  }
})

function wordsOf(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
