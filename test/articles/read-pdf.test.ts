import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Extraction } from '../../src/articles/page.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { pageOf } from './corpus.ts'
import { makePdf } from './pdf.ts'

type Line = [top: number, words: string, left?: number, size?: number]

const ADVICE = 'Open it in your browser and save it with the extension.'
const LINES: Line[] = [
  [700, 'On the rain'],
  [660, 'The ferry leaves at six, before the gulls are a-'],
  [646, 'wake, and the harbour has shrunk to a grey line'],
]
const NEXT: Line[] = [
  [700, 'when the first light comes \\(<late>\\).'],
  [640, 'Here it ends.'],
]
const INFO = "/Title (Rain) /Author (Ann Lee) /CreationDate (D:20240305102030+01'00')"

suite('A PDF', () => {
  test('is read with its title, author and date, paragraph by paragraph', async () => {
    const extraction = await readPdf(makePdf([LINES, NEXT], { info: INFO }))
    assert.deepEqual(extraction.metadata, {
      title: 'Rain',
      siteName: null,
      excerpt:
        'The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line when the first light comes (<late>).',
      imageUrl: null,
      language: 'en',
      author: 'Ann Lee',
      publishedAt: Date.parse('2024-03-05T09:20:30Z'),
    })
    assert.ok(extraction.outcome === 'article')
    assert.deepEqual(extraction.article.text.split('\n\n'), [
      'On the rain',
      'The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line when the first light comes (<late>).',
      'Page 2',
      'Here it ends.',
    ])
    assert.ok(extraction.article.html.startsWith('<p>On the rain</p>\n<p>The ferry'))
    assert.ok(extraction.article.html.includes('(&lt;late&gt;).</p>'))
    assert.equal(extraction.article.wordCount, 33)
  })

  test('is recognised by its beginning if the header has no type or a wrong one', async () => {
    for (const mediaType of ['', 'application/octet-stream', 'text/html', 'application/x-pdf']) {
      assert.equal((await readPdf(makePdf([LINES]), mediaType)).outcome, 'article')
    }
  })

  test('with a password is unreadable and says so', async () => {
    const lock = `<< /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> /P -4 >>`
    const id = '<00112233445566778899aabbccddeeff>'
    const trailer = `/Encrypt 7 0 R /ID [${id} ${id}]`
    const extraction = await readPdf(makePdf([LINES], { trailer, objects: [lock] }))
    assert.equal(reasonOf(extraction), `This PDF is locked with a password. ${ADVICE}`)
  })

  test('without text is unreadable and says so', async () => {
    assert.equal(reasonOf(await readPdf(makePdf([[]]))), 'This PDF holds pictures of pages, and no text.')
  })

  test('that is broken is unreadable and says so', async () => {
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

  test('has headings where its font is larger, the first of which is its title', async () => {
    const lines: Line[] = [
      [740, 'Rain and shine', 72, 24],
      ...LINES.slice(1),
      [600, 'In May', 72, 16],
      [580, 'It rained for a week, and then no more, and the barrels on the quay ran dry again.'],
      [540, 'In June', 72, 16],
      [520, 'Nobody wrote anything down, which says all that there is to be said of it.'],
    ]
    const extraction = await readPdf(makePdf([lines]))
    assert.ok(extraction.outcome === 'article')
    assert.equal(extraction.metadata.title, 'Rain and shine')
    const headings = Array.from(
      extraction.article.html.matchAll(/<(h\d)>([^<]*)/g),
      ([, name, text]) => `${name} ${text}`,
    )
    assert.deepEqual(headings, ['h2 Rain and shine', 'h3 In May', 'h3 In June'])
    assert.ok(extraction.article.markdown.includes('\n\n### In May\n\nIt rained'))
  })

  test('is read column by column, between lines across all columns', async () => {
    const rows = ['one', 'two', 'three', 'four', 'five']
    const lines: Line[] = [
      [740, 'A title that goes across both of the columns of this page, from one edge to the other.'],
      ...rows.flatMap((word, row): Line[] => [
        [700 - 14 * row, `the left column, row ${word} of it`],
        [700 - 14 * row, `the right column, row ${word} of it`, 320],
      ]),
    ]
    const extraction = await readPdf(makePdf([lines]))
    assert.ok(extraction.outcome === 'article')
    const order = Array.from(
      extraction.article.text.matchAll(/the (left|right) column, row (\w+)/g),
      ([, side, row]) => `${side} ${row}`,
    )
    assert.deepEqual(order, [...rows.map((row) => `left ${row}`), ...rows.map((row) => `right ${row}`)])
    assert.ok(extraction.article.text.startsWith('A title that goes across'))
  })

  test('is read without running heads and page numbers, with an anchor for each page', async () => {
    const pages = [1, 2, 3].map((page): Line[] => [
      [760, 'The Quay Paper'],
      [700, `Here begins what is on the page with the number ${['one', 'two', 'three'][page - 1]}.`],
      [40, `- ${page} -`],
    ])
    const extraction = await readPdf(makePdf(pages))
    assert.ok(extraction.outcome === 'article')
    assert.deepEqual(extraction.article.text.split('\n\n'), [
      'Here begins what is on the page with the number one.',
      'Page 2',
      'Here begins what is on the page with the number two.',
      'Page 3',
      'Here begins what is on the page with the number three.',
    ])
    assert.ok(extraction.article.html.includes('<p id="page-3">'))
  })

  test('is read without changing the bytes of the page', async () => {
    const body = makePdf([LINES])
    const copy = Buffer.from(body)
    await readPdf(body)
    assert.deepEqual(body, copy)
  })
})

function readPdf(body: Buffer, mediaType = 'application/pdf'): Promise<Extraction> {
  return extractPage(pageOf(body, { mediaType }))
}

function reasonOf(extraction: Extraction): string | undefined {
  return extraction.outcome === 'unreadable' ? extraction.reason : undefined
}
