import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebPage } from '../../src/articles/page.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { pageOf } from './corpus.ts'

const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, n) => `w${(n * 7919 + seed) % 10_007}`).join(' ')
const BODY = words(500, 1)

async function textOf(shown: string, about: Partial<WebPage> = {}, body = BODY): Promise<string> {
  const linked = JSON.stringify({ '@type': 'Article', headline: 'On ferries', articleBody: body })
  const html = `<!doctype html><title>On ferries</title><script type="application/ld+json">${linked}</script><article><p>${shown}</p></article>`
  const reading = await extractPage(pageOf(html, about))
  return reading.outcome === 'article' ? reading.article.text : ''
}

test('an embedded text replaces an almost empty one, or one that is its beginning', async () => {
  const teaser = BODY.split(' ').slice(0, 200).join(' ')
  for (const shown of ['', 'Loading', teaser, `${teaser.slice(0, 700)} … Read more`]) {
    assert.equal(await textOf(shown), BODY)
  }
})

for (const [language, stop, nouns, verbs] of [
  [
    'Japanese',
    '。',
    'わたしの船,あかい島,ふるい港,しずかな海,たかい山',
    'へ行きました,をみています,がすきでした',
  ],
  ['Thai', ' ', 'เรือใหญ่,เกาะแดง,ท่าเรือเก่า,ทะเลเงียบ,ภูเขาสูง', 'ไปแล้ว,มองเห็น,ชอบมาก'],
] as const) {
  test(`the beginning of a text in ${language}, which has no spaces, is recognised`, async () => {
    const [things, acts] = [nouns.split(','), verbs.split(',')]
    const clauses = Array.from({ length: 600 }, (_, n) => `${things[(n * n + n) % 5]}${acts[(n * 7) % 3]}`)
    const sentences = Array.from({ length: 20 }, (_, n) => clauses.slice(30 * n, 30 * n + 30).join(''))
    const body = sentences.join(stop)
    const beginning = `${body.slice(0, 1000)} … More`
    assert.equal(await textOf(beginning, {}, body), body)
  })
}

test('an embedded text does not replace a different one', async () => {
  for (const shown of [words(230, 5003), `${words(115, 5003)} ${BODY.slice(0, 500).trim()}`]) {
    assert.equal(await textOf(shown), shown)
  }
})

test('only the visible text of a captured page is read', async () => {
  const teaser = BODY.split(' ').slice(0, 200).join(' ')
  assert.equal(await textOf(teaser, { isCaptured: true }), teaser)
})
