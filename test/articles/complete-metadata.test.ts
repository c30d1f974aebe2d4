import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PageMetadata } from '../../src/articles/page.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { pageOf } from './corpus.ts'

const FERRY =
  'The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line.'
const REST =
  '<p>Nobody on board speaks until the lighthouse is behind us, and then everybody does at once.</p>'.repeat(
    4,
  )

suite('The excerpt of a page is', () => {
  const excerpts: [rule: string, html: string, excerpt: string][] = [
    [
      'what it says of itself, decoded',
      `<meta name="description" content="Rain &amp;amp; shine,&amp;nbsp;it&amp;#039;s &amp;quot;all&amp;quot; here"><p>${FERRY}</p>`,
      'Rain & shine, it\'s "all" here',
    ],
    [
      'else its first paragraph',
      `<article><h1>Rain</h1><p>Harbour</p><p>${FERRY}</p>${REST}</article>`,
      FERRY,
    ],
    [
      'without the numbers of its footnotes',
      `<article><p>${FERRY}<sup><a href="#note">1</a></sup></p>${REST}</article>`,
      FERRY,
    ],
    [
      'cut behind a sentence',
      `<article><p>${`${FERRY} `.repeat(6)}</p>${REST}</article>`,
      `${FERRY} ${FERRY} ${FERRY}`,
    ],
    [
      'cut behind a word where the sentence is long',
      `<article><p>${'a long sentence of words, '.repeat(30)}.</p>${REST}</article>`,
      `${'a long sentence of words, '.repeat(11)}a long`.trim() + '…',
    ],
    ['a line where there is no paragraph', '<p>Closed until Thursday</p>', 'Closed until Thursday'],
  ]
  for (const [rule, html, excerpt] of excerpts) {
    test(rule, async () => assert.equal((await metadataOf(html)).excerpt, excerpt))
  }
})

suite('The language of a page is', () => {
  const languages: [rule: string, html: string, language: string | null][] = [
    ['what it declares', `<html lang="de"><p>${FERRY}</p>${REST}`, 'de'],
    ['else that of its text', `<p>${FERRY}</p>${REST}`, 'en'],
    ['that of a short text', '<p>La barca parte alle sei, prima che i gabbiani si sveglino.</p>', 'it'],
    ['that of a text without spaces', '<p>船は六時に出ます。かもめはまだ眠っている。</p>', 'ja'],
    ['not a guess', '<p>Ok 42, 7, 40</p>', null],
  ]
  for (const [rule, html, language] of languages) {
    test(rule, async () => assert.equal((await metadataOf(html)).language, language))
  }

  test('detected for a plain text as well', async () => {
    const page = pageOf('Die Fähre fährt um sechs Uhr, bevor die Möwen wach sind.', {
      mediaType: 'text/plain',
    })
    assert.equal((await extractPage(page)).metadata.language, 'de')
  })
})

test('Soft hyphens are removed from a title, and its letters are composed.', async () => {
  assert.equal(
    (await metadataOf('<title>Hafen\u00adwetter u\u0308ber Nacht</title><p>Es regnet.</p>')).title,
    'Hafenwetter über Nacht',
  )
})

async function metadataOf(html: string): Promise<PageMetadata> {
  const reading = await extractPage(pageOf(html))
  assert.equal(reading.outcome, 'article')
  return reading.metadata
}
