import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { WebPage } from '../../src/articles/page.ts'
import { extractPage } from '../../src/articles/extract-page.ts'

const lines = (text: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${text}, and more of it in line ${index}.</p>`).join('')

const PAGE = `<html><head><title>One of two</title></head><body><nav>Menu</nav>
  <article>${lines('What the page calls its article is this part', 8)}</article>
  <div>${lines('What has most of the text is that other part', 12)}</div></body></html>`

async function textOf(html: string, more: Partial<WebPage> = {}): Promise<string> {
  const body = Buffer.from(html)
  const page = { url: 'https://example.org/page', mediaType: 'text/html', charset: 'utf-8', body, ...more }
  const reading = await extractPage(page)
  return reading.outcome === 'article' ? reading.article.text : reading.outcome
}

async function methodOf(html: string, more: Partial<WebPage> = {}): Promise<string | undefined> {
  const page = {
    url: 'https://example.org/',
    mediaType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(html),
  }
  const reading = await extractPage({ ...page, ...more })
  return reading.outcome === 'article' ? reading.article.method : undefined
}

suite('A page is read with the chosen method', () => {
  test('which the article names', async () => {
    assert.equal(await methodOf(PAGE), 'marked-article')
    for (const choice of ['main-text', 'marked-article', 'whole-page'] as const)
      assert.equal(await methodOf(PAGE, { choice }), choice)
    assert.match(await textOf(PAGE, { choice: 'main-text' }), /^What has most/)
    assert.match(
      await textOf(PAGE, { choice: 'whole-page' }),
      /^Menu[^]*calls its article[^]*most of the text/,
    )
  })

  test('unless that finds almost nothing: then with the automatic method', async () => {
    const unmarked = `<html><body><div>${lines('Nothing here is marked as an article', 12)}</div></body></html>`
    assert.equal(await methodOf(unmarked, { choice: 'marked-article' }), 'main-text')
  })

  test('even if there are rules for its site', async () => {
    const url = 'https://en.wikipedia.org/wiki/Ferry'
    const page = `<html><body><h1 id="firstHeading">Ferry</h1><div id="mw-content-text"><div class="mw-parser-output">
      ${lines('A ferry is a boat that carries people over water', 8)}</div></div>
      <div id="below">${lines('Somebody edits this page now and then', 3)}</div></body></html>`
    assert.doesNotMatch(await textOf(page, { url }), /now and then/)
    assert.match(await textOf(page, { url, choice: 'whole-page' }), /carries people[^]*now and then/)
  })

  test('may be a block page only if nobody chose the method for this very page', async () => {
    const wall = `<html><head><title>Log in</title></head><body><h1>Log in to continue</h1>
      <form><input type="password"></form><p>Please log in to read this article.</p></body></html>`
    assert.equal(await textOf(wall, { choice: 'whole-page' }), 'unreadable')
    assert.match(await textOf(wall, { choice: 'whole-page', isChosenForPage: true }), /Please log in/)
  })
})
