import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Reading } from '../../src/articles/page.ts'
import { readPage } from '../../src/articles/read-page.ts'
import { pageOf } from './corpus.ts'
import { makePdf } from './pdf.ts'

const ADVICE = 'Open it in your browser and save it with the extension.'
const LINES: [number, string][] = [
  [700, 'On the rain'],
  [660, 'The ferry leaves at six, before the gulls are a-'],
  [646, 'wake, and the harbour has shrunk to a grey line'],
]
const NEXT: [number, string][] = [
  [700, 'when the first light comes \\(<late>\\).'],
  [640, 'Here it ends.'],
]
const INFO = "/Title (Rain) /Author (Ann Lee) /CreationDate (D:20240305102030+01'00')"

suite('A PDF', () => {
  test('is read with its title, author and day, paragraph by paragraph', async () => {
    const reading = await readPdf(makePdf([LINES, NEXT], { info: INFO }))
    assert.deepEqual(reading.facts, {
      title: 'Rain',
      siteName: null,
      excerpt:
        'The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line when the first light comes (<late>).',
      imageUrl: null,
      language: 'en',
      author: 'Ann Lee',
      publishedAt: Date.parse('2024-03-05T09:20:30Z'),
    })
    assert.ok(reading.outcome === 'article')
    assert.deepEqual(reading.article.text.split('\n\n'), [
      'On the rain',
      'The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line when the first light comes (<late>).',
      'Here it ends.',
    ])
    assert.ok(reading.article.html.startsWith('<p>On the rain</p>\n<p>The ferry'))
    assert.ok(reading.article.html.includes('(&lt;late&gt;).</p>'))
    assert.equal(reading.article.wordCount, 31)
  })

  test('is known by its beginning where the header says nothing, or nonsense', async () => {
    for (const mediaType of ['', 'application/octet-stream', 'text/html', 'application/x-pdf']) {
      assert.equal((await readPdf(makePdf([LINES]), mediaType)).outcome, 'article')
    }
  })

  test('with a password says so', async () => {
    const lock = `<< /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> /P -4 >>`
    const id = '<00112233445566778899aabbccddeeff>'
    const trailer = `/Encrypt 7 0 R /ID [${id} ${id}]`
    const reading = await readPdf(makePdf([LINES], { trailer, objects: [lock] }))
    assert.equal(reasonOf(reading), `This PDF is locked with a password. ${ADVICE}`)
  })

  test('without text says so', async () => {
    assert.equal(reasonOf(await readPdf(makePdf([[]]))), 'This PDF holds pictures of pages, and no text.')
  })

  test('that is broken says so', async () => {
    const whole = makePdf([LINES])
    for (const body of [
      '%PDF-',
      '%PDF-1.4\n%%EOF',
      `%PDF-1.7\n${'<<'.repeat(50_000)}`,
      '%PDF-1.4\n' + '\0'.repeat(9999),
    ]) {
      assert.equal(reasonOf(await readPdf(Buffer.from(body))), `This PDF is broken. ${ADVICE}`)
    }
    assert.notEqual((await readPdf(whole.subarray(0, whole.length / 2))).outcome, 'link')
  })

  test('leaves the bytes of the page as they were', async () => {
    const body = makePdf([LINES])
    const copy = Buffer.from(body)
    await readPdf(body)
    assert.deepEqual(body, copy)
  })
})

function readPdf(body: Buffer, mediaType = 'application/pdf'): Promise<Reading> {
  return readPage(pageOf(body, { mediaType }))
}

function reasonOf(reading: Reading): string | undefined {
  return reading.outcome === 'unreadable' ? reading.reason : undefined
}
