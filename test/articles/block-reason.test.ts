import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isWorse } from '../../src/articles/block-reason.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { pageOf } from './corpus.ts'

const WORDS = 'The ferry leaves at six, before the gulls are awake, and the harbour shrinks to a line. '

suite('An ordinary page that contains a sign of a block page is an article:', () => {
  const pages: [says: string, html: string][] = [
    ['a note with a form to log in beside it', `${form()}<article><p>${WORDS.repeat(2)}</p></article>`],
    [
      'a note that speaks of cookies',
      '<p>I baked twelve cookies, and ate them on the quay with the others.</p>',
    ],
    ['a note that speaks of a captcha', `<p>${WORDS} And then it said: solve the captcha! ${WORDS}</p>`],
    ['a note about scripts', `<title>Why I turn off JavaScript</title><p>${WORDS.repeat(3)}</p>`],
    ['a page for subscribers that is all there', closed(`<p>${WORDS.repeat(20)}</p>`)],
    ['a page with a check for its comments', `<p>${WORDS.repeat(3)}</p><div class="g-recaptcha"></div>`],
    ['a page whose number is 404', `<title>Room 404 of the grand hotel</title><p>${WORDS}</p>`],
    ['a picture', '<img src="/a.png" alt="">'],
  ]
  for (const [says, html] of pages) {
    test(says, async () => {
      const reading = await extractPage(pageOf(html))
      assert.equal(reading.outcome, 'article', 'reason' in reading ? reading.reason : '')
    })
  }
})

test('A truncated page for subscribers is not an article.', async () => {
  const reading = await extractPage(pageOf(closed(`<p>${WORDS}</p>`)))
  assert.equal(reading.outcome, 'unreadable')
})

test('An extraction with less than half of the words is worse.', () => {
  assert.equal(isWorse({ wordCount: 49 }, { wordCount: 100 }), true)
  assert.equal(isWorse({ wordCount: 50 }, { wordCount: 100 }), false)
  assert.equal(isWorse({ wordCount: 0 }, { wordCount: 0 }), false)
})

function form(): string {
  return '<header><form action="/session"><input type="password"><button>Log in</button></form></header>'
}

function closed(html: string): string {
  return `<script type="application/ld+json">{"@type":"Article","isAccessibleForFree":"False"}</script>${html}`
}
