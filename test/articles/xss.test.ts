import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { toMarkdown } from '../../src/articles/markdown.ts'
import { renderArticle } from '../../src/articles/render-article.ts'
import { toText } from '../../src/articles/plain-text.ts'
import { startChromium } from '../support/chromium.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'
import { HOSTILE_MARKUP } from './hostile-markup.ts'
import { presentArticle } from './present.ts'

let browser: Browser
let server: WebServer

before(async () => {
  browser = await startChromium()
  server = await startWebServer((request, response) => {
    const html = HOSTILE_MARKUP[Number(request.url?.slice(1))]
    if (html === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(pageAround(html))
  })
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** No policy of the browser's stands in the way. */
function pageAround(html: string): string {
  return `<!doctype html><html><head><link rel="icon" href="data:,"><script>function pwned() { window.wasPwned = true }</script></head>
<body><main><section><div data-own id="content">${presentArticle(html)}</div>
<footer data-own id="after">After</footer></section></main></body></html>`
}

test('hostile markup, shown without a policy, runs and loads nothing and stays in its place', async () => {
  const page = await browser.newPage()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^http:\/\/127\.0\.0\.1:\d+\/\d+$|^data:,$/.test(request.url())) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => {
    elsewhere.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => elsewhere.push(`a window: ${popup.url()}`))

  for (const [index, html] of HOSTILE_MARKUP.entries()) {
    const address = `${server.origin}/${index}`
    await page.goto(address, { waitUntil: 'load' })
    // As text, for the types here know no browser.
    const found = await page.evaluate(`(() => {
      const content = document.querySelector('div[data-own]')
      for (const element of content.querySelectorAll('*')) {
        for (const type of ['click', 'mouseover', 'focus', 'focusin', 'toggle', 'error', 'load']) {
          if (element.localName !== 'a') element.dispatchEvent(new Event(type))
        }
      }
      const again = document.createElement('div')
      again.innerHTML = content.innerHTML
      return {
        wasPwned: window.wasPwned === true,
        contentIsOurs: document.getElementById('content') === content,
        afterIsBeside: document.getElementById('after') === content.nextElementSibling,
        isBalanced: document.querySelectorAll('main > section > *').length === 2 && document.body.childElementCount === 1,
        isStable: again.innerHTML === content.innerHTML,
        handlers: [...content.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((name) => /^on|style|src/.test(name)),
        isSameShape: shapeOf(content) === shapeOf(again),
      }
      function shapeOf(node) {
        return node.nodeType === 1 ? '<' + node.namespaceURI + ' ' + node.localName + '>' + [...node.childNodes].map(shapeOf).join('') + '</>' : node.data
      }
    })()`)
    const expected = {
      wasPwned: false,
      contentIsOurs: true,
      afterIsBeside: true,
      isBalanced: true,
      isStable: true,
      handlers: [],
      isSameShape: true,
    }
    assert.deepEqual(found, expected, `${html}\n${pageAround(html)}`)
    assert.equal(page.url(), address)
  }
  assert.deepEqual(elsewhere, [])
  await page.close()
})

test('hostile markup in Markdown is neither markup nor a link to a script', () => {
  for (const html of HOSTILE_MARKUP) {
    const markdown = toMarkdown(renderArticle(html))
    assert.doesNotMatch(markdown, /<[a-z/!?]/i, html)
    assert.doesNotMatch(markdown, /\]\((?!https?:|mailto:)/, html)
    assert.doesNotMatch(markdown, /!\[/, html)
  }
})

test('hostile markup as plain text is text', () => {
  for (const html of HOSTILE_MARKUP) assert.equal(typeof toText(html), 'string')
  assert.equal(toText(HOSTILE_MARKUP[0]!), '')
})
