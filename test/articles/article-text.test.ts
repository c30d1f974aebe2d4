import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Parser } from 'htmlparser2'
import type { Browser } from 'playwright-core'
import { launch } from 'puppeteer-core'
import { articleText } from '../../src/articles/article-text.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { parseRendered, fillInImages } from '../../src/articles/rendered-article.ts'
import { wrapTables } from '../../src/html/reader/wrap-tables.ts'
import { startChromium } from '../support/chromium.ts'
import { findFirefox } from '../support/firefox.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'
import { corpusNames, corpusPage, pageOf } from './corpus.ts'
import { HOSTILE_MARKUP } from './hostile-markup.ts'
import { presentArticle } from './present.ts'

/** What browsers read otherwise than it is written. */
const MARKUP = [
  '<pre>\nfirst\n</pre><pre>\n\nsecond</pre><pre><code>\nthird\n</code></pre>',
  '<pre>\r\nfirst\r\nsecond\rthird\r\n</pre><p>one\r\ntwo\rthree\r<b>\nfour</b></p>',
  '<pre></pre>\n<pre>\n</pre>\n<p>\nafter</p>',
  '<p>Q&amp;A &lt;b&gt; &quot;cat&quot; &amp;amp;lt; &#13;\n &nbsp; a &euro; b</p>',
  '<table>\n<caption> Sum </caption>\n<tr>\n<td> 1 </td>\n<td>2</td> </tr>\n</table> after',
  '<p>before <math><mrow><mi>x</mi> <mo>&lt;</mo>\n<mn>2</mn></mrow></math> after <img alt="a <b> &amp; c" src="https://a.org/i.png"></p>',
  '<p dir="rtl">مرحبا בעולם</p><p>e\u0301a\u030a 👩‍👩‍👧 🇩🇪 \u{1f3f4}\u{e0067}</p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
  '<details><summary> More </summary> text</details><ul>\n<li>a\n<li>b<p>c</ul>tail\n\n',
]

const executable = findFirefox()
const isRequired = Boolean(process.env['CI'])
const missing = 'no Firefox is installed; name one in FIREFOX'

describe('The text of an article', () => {
  let server: WebServer
  let articles: string[]
  const script = readFileSync(new URL('../../src/html/assets/article-text.js', import.meta.url))
  before(async () => {
    articles = [...MARKUP, ...HOSTILE_MARKUP].map((html) => presentArticle(html))
    for (const page of [...corpusNames().map(corpusPage), ...MARKUP.map((html) => pageOf(html.repeat(9)))]) {
      const reading = await extractPage(page)
      if (reading.outcome !== 'article') continue
      articles.push(fillInImages(parseRendered(reading.article.rendered)!, () => undefined))
    }
    server = await startWebServer((request, response) => {
      if (request.url === '/text.js') response.setHeader('content-type', 'text/javascript').end(script)
      else response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOfAll(articles))
    })
  })
  after(() => server.stop())

  function pageOfAll(all: string[]): string {
    const boxes = all.map((html) => `<div class="article">${wrapTables(html)}</div>`).join('')
    return `<!doctype html><link rel="icon" href="data:,"><script type="module">
      import { articleText } from '/text.js'
      window.texts = [...document.querySelectorAll('.article')].map(articleText)
    </script><body>${boxes}</body>`
  }

  it('is the text that a parser finds between the tags', () => {
    for (const html of articles) {
      const bare = html.replace(/\r\n?/g, '\n').replace(/(<pre[^>]*>)\n/g, '$1')
      let text = ''
      const parser = new Parser({ ontext: (part) => void (text += part) })
      parser.end(bare)
      assert.equal(articleText(html), text, html)
    }
    assert.equal(articleText(presentArticle(MARKUP[0]!)), 'first\n\nsecond\nthird\n')
    assert.ok(articles.length > 150)
  })

  it('is the same in Chromium', async () => {
    const chromium: Browser = await startChromium()
    try {
      const page = await chromium.newPage()
      await page.goto(server.origin)
      checkTexts(await page.evaluate('window.texts'))
    } finally {
      await chromium.close()
    }
  })

  it('is the same in Firefox', { skip: !executable && !isRequired && missing }, async () => {
    const firefox = await launch({ browser: 'firefox', executablePath: executable!, headless: true })
    try {
      const page = await firefox.newPage()
      await page.goto(server.origin)
      checkTexts((await page.evaluate('window.texts')) as string[])
    } finally {
      await firefox.close()
    }
  })

  function checkTexts(texts: string[]): void {
    assert.equal(texts.length, articles.length)
    for (const [index, html] of articles.entries()) assert.equal(articleText(html), texts[index], html)
  }
})
