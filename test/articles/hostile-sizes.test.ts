import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildTree } from '../../src/articles/page-tree.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { tidyMarkup } from '../../src/articles/tidy-markup.ts'
import { pageOf } from './corpus.ts'

const SENTENCE = 'The ferry leaves at six, before the gulls are awake. '
const articleWith = (markup: string, head = '') =>
  `<!doctype html><title>On ferries</title>${head}<article>${`<p>${SENTENCE.repeat(6)}</p>`.repeat(5)}${markup}</article>`
const linkedData = (json: string) => articleWith('', `<script type="application/ld+json">${json}</script>`)
const scripted = (script: string) => `<title>On ferries</title><p>x</p>${script}`
const state = (value: unknown) =>
  scripted(`<script id=__NEXT_DATA__ type="application/json">${JSON.stringify(value)}</script>`)

type Case = [what: string, size: number, page: (size: number) => string, mediaType?: string]

/** What once took time that grew with the square of the size, each so large that this shows. */
const CASES: Case[] = [
  ['white space', 40_000, (n) => articleWith(`<p>a${' '.repeat(n)}b`)],
  ['white space in code', 40_000, (n) => articleWith(`<pre>a${' '.repeat(n)}b</pre>`)],
  ['white space that stays', 40_000, (n) => articleWith(`<p>a${'\u00a0'.repeat(n)}b`)],
  ['white space of a plain text', 40_000, (n) => `a${' '.repeat(n)}b`, 'text/plain'],
  ['breaks', 24_000, (n) => articleWith(`<p>a${'<br> '.repeat(n)}b`)],
  ['white space behind linked data', 40_000, (n) => linkedData(`{"a":1}${' '.repeat(n)}x`)],
  ['white space before linked data', 80_000, (n) => linkedData(`${' '.repeat(n)}x`)],
  ['white space before an address', 40_000, (n) => articleWith(`<a href="${' '.repeat(n)}x">y</a>`)],
  [
    'images of a picture',
    2800,
    (n) =>
      articleWith(`<picture>${'<source srcset="/a 1x">'.repeat(n)}${'<img src=/b>'.repeat(n)}</picture>`),
  ],
  [
    'drawings beside a formula',
    8000,
    (n) =>
      articleWith(
        `<div><div><math><mi>x</mi></math>${'<b>x</b>'.repeat(n)}</div>${'<span class=katex-html>x</span>'.repeat(n)}</div>`,
      ),
  ],
  ['signs in a template', 120_000, (n) => scripted(`<script type="text/template">${'<'.repeat(n)}</script>`)],
  ['signs in a state', 120_000, (n) => state({ a: `<p>${'<'.repeat(n)}` })],
  ['texts of a state', 160_000, (n) => state([`<p>${'a '.repeat(n)}`, ...Array(n / 10).fill('<p>b')])],
  ['items in each other', 40_000, (n) => `${'- '.repeat(n)}x`, 'text/markdown'],
  [
    'items set in',
    700,
    (n) => Array.from({ length: n }, (_, depth) => `${'\t'.repeat(depth)}- x`).join('\n'),
    'text/markdown',
  ],
  ['a word of Markdown', 24_000, (n) => `${'a.'.repeat(n)}@`, 'text/markdown'],
  ['marks in a word of Markdown', 24_000, (n) => '_a'.repeat(n), 'text/markdown'],
  ['marks on a letter', 40_000, (n) => articleWith(`<p>a${'\u0323\u0301'.repeat(n)}`)],
  ['marks on a letter of a plain text', 40_000, (n) => `a${'\u0323\u0301'.repeat(n)}`, 'text/plain'],
  ['images alike', 20_000, (n) => articleWith('<img src="/b"> '.repeat(n))],
]

/** The worst of these pages takes about four times as long as the ordinary one; each of them once took over twelve. */
const MAX_RATIO = 8

async function timeOf(body: string, mediaType = 'text/html'): Promise<number> {
  const before = process.cpuUsage()
  await extractPage(pageOf(body, { mediaType, charset: 'utf-8' }))
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('no page takes much longer than an ordinary one', async () => {
  const ordinary = articleWith(`<p class="a">${SENTENCE}<a href="/b">c</a></p>`.repeat(500))
  await timeOf(ordinary)
  const usual = await timeOf(ordinary)
  for (const [what, size, page, mediaType] of CASES) {
    const ratio = (await timeOf(page(size), mediaType)) / usual
    assert.ok(ratio < MAX_RATIO, `${what}: ${ratio.toFixed(1)} times as long`)
  }
})

test('elements with excessive nesting are flattened', () => {
  const nested = `${'<div>'.repeat(190)}§${'</div>'.repeat(190)}`
  const { body } = buildTree(articleWith(nested.repeat(200)), 'https://example.org/').document
  let depths = 0
  for (const element of body.getElementsByTagName('div')) {
    for (let { parentNode } = element; parentNode; parentNode = parentNode.parentNode) depths += 1
  }
  assert.ok(depths < 1_000_000, `${depths} in all`)
  assert.equal(body.textContent.match(/§/g)?.length, 200)
})

test('nested quotations are kept up to a depth that people use', async () => {
  const reading = await extractPage(
    pageOf(`${'> '.repeat(50_000)}x\n\n> > y`, { mediaType: 'text/markdown' }),
  )
  assert.ok(reading.outcome === 'article')
  assert.match(reading.article.markdown, /^(?:> ){20,40}x$/m)
  assert.match(reading.article.markdown, /^> > y$/m)
})

test('nested lists in Markdown are kept up to a depth that people use', async () => {
  const lines = Array.from({ length: 100 }, (_, depth) => `${'  '.repeat(depth)}- x${depth}`)
  const reading = await extractPage(pageOf(lines.join('\n'), { mediaType: 'text/markdown' }))
  assert.ok(reading.outcome === 'article')
  assert.match(reading.article.markdown, /^ {30,}- x18$/m)
  assert.ok(reading.article.text.includes('x99'))
})

test('line breaks are between words, not at the edges of elements', () => {
  for (const [markup, tidied] of [
    ['<p>a <br /> <b> <br />b</b></p>', '<p>a <br /> <br /><b>b</b></p>'],
    ['<p><i><b>a <br /> </b></i><br />b</p>', '<p><i><b>a</b></i><br /> <br />b</p>'],
    ['<p> <br />a<br /> </p>', '<p>a</p>'],
    ['<p><i><br /></i>a</p>', '<p><i></i><br />a</p>'],
    ['<pre>a  \n <br />b</pre>', '<pre>a  \n <br />b</pre>'],
    ['<b>a</b> <b>b</b>', '<b>a b</b>'],
  ] as const) {
    assert.equal(tidyMarkup(markup), tidied)
  }
})
