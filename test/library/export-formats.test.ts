import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { cleanEntry } from '../../src/library/clean-entry.ts'
import { annotationsExport } from '../../src/library/export/annotations-export.ts'
import { csvExport } from '../../src/library/export/csv-export.ts'
import type { ExportFormat } from '../../src/library/export/export-format.ts'
import { highlightsCsvExport } from '../../src/library/export/highlights-csv-export.ts'
import { htmlExport } from '../../src/library/export/html-export.ts'
import { jsonExport } from '../../src/library/export/json-export.ts'
import { createFileNames } from '../../src/library/export/file-name.ts'
import { markdownExport } from '../../src/library/export/markdown-export.ts'
import { textExport } from '../../src/library/export/text-export.ts'
import { isSkipped, type LibraryVersion } from '../../src/library/parsing/entry.ts'
import { FETCHED, sourceOf } from '../../src/queue/content/capture-source.ts'
import type { PageVersion } from '../../src/queue/content/page-version-rows.ts'
import { decompress } from '../../src/queue/content/zstd.ts'
import { COLOURS, type Highlight } from '../../src/queue/highlights/highlight.ts'
import { asLine, asLines } from '../../src/queue/input/field-value.ts'
import { PERSON } from '../../src/queue/model/actor.ts'
import type { Item } from '../../src/queue/model/item.ts'
import { normaliseTag } from '../../src/queue/model/tag.ts'
import { parseLink } from '../../src/queue/model/url.ts'
import { bytesOf, highlightWith, itemWith, sourceOf as exportOf } from './exported.ts'
import { readFile, unzipped } from './read.ts'

/** What people and pages write, and what somebody writes to harm. */
const HOSTILE = [
  '=HYPERLINK("http://evil.example","x")',
  "'=1+1",
  'Foo;=1+cmd|calc;x',
  "a;'=1\t+2; \t@x",
  '+1',
  '-1',
  '@SUM(A1)',
  '"quoted", and a comma',
  'A & B <b>bold</b> &amp; </A></DL>',
  '\u202egnp.exe',
  'one\\two\'s "three"',
  '📚 مكتبة ספר',
  '[linkding',
  '# heading',
  '][',
  '{"a":1}',
]

// oxlint-disable-next-line no-control-regex
const UNSAFE_NAME = /[\u0000-\u001f\u202a-\u202e\\/:*?"<>|#^[\]]|^[.\s]|[.\s]\.md$|^(con|nul)\./i

const words = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
/** Texts as the queue stores them. */
// oxlint-disable-next-line no-control-regex
const storable = (text: string) => text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
const title = words.map((text) => asLine('title', storable(text)) || null)
const note = fc
  .array(words, { minLength: 1, maxLength: 4 })
  .map((lines) => asLines('note', storable(lines.join('\n'))) || null)
const tag = words
  .map((text) => normaliseTag(storable(text).replaceAll(',', '')).slice(0, 50).toWellFormed())
  .map((text) => normaliseTag(text))
  .filter((text) => text !== '')
const tags = fc.uniqueArray(tag, { maxLength: 8 }).map((texts) => [...texts].sort())
const instant = fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 })
const address = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.stringMatching(/^[a-z]{1,10}$/),
    fc.webQueryParameters({ size: 'small' }),
    fc.stringMatching(/^[\w"'<>|~ äß,;()-]{0,12}$/),
  )
  .map(([scheme, path, query, fragment]) => `${scheme}://example.org/${path}?a=${query}#${fragment}`)
  .map((url) => parseLink(url).url)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })
const item: fc.Arbitrary<Item> = fc
  .record({
    url: address,
    givenTitle: title,
    tags,
    note,
    savedAt: instant,
    readAt: maybe(instant),
    favouritedAt: maybe(instant),
    snoozedUntil: maybe(instant),
    removedAt: maybe(instant),
    progress: fc.double({ min: 0, max: 1, noNaN: true }).map((fraction) => fraction + 0),
    reason: title,
  })
  .map(itemWith)
const items = fc.uniqueArray(item, { minLength: 1, maxLength: 12, selector: ({ url }) => url })

/** What the reader of our own library makes of a file: entries as they are kept until they become items. */
async function readBack(format: ExportFormat, source: Item[]): Promise<[format: string, unknown[]]> {
  const { format: found, rows } = await readFile(await bytesOf(format, exportOf(source)))
  return [
    found,
    rows.map((row) => {
      assert.ok(!isSkipped(row), JSON.stringify(row))
      const cleaned = cleanEntry(row)
      assert.ok(typeof cleaned === 'object', JSON.stringify(cleaned))
      const { entry } = cleaned
      return { ...entry, tags: [...entry.tags].sort() }
    }),
  ]
}

const toSeconds = (at: number | null) => (at === null ? null : Math.floor(at / 1000) * 1000)
const orNone = <Value>(value: Value | null) => value ?? undefined

/** What a file says of an item that holds everything but what is Reading Queue's own. */
function entryOf(one: Item) {
  return {
    url: one.url,
    site: 'example.org',
    title: orNone(one.givenTitle),
    tags: one.tags,
    folders: [],
    savedAt: one.savedAt,
    readAt: orNone(one.readAt),
    state: one.readAt === null ? 'unread' : 'read',
    isFavourite: one.favouritedAt !== null,
    note: orNone(one.note),
    highlights: [],
    own: undefined as unknown,
  }
}

/** Each writer with the name by which its files are recognised, and what they hold of an item. */
const FORMATS: [ExportFormat, readAs: string, expected: (one: Item) => Record<string, unknown>][] = [
  [
    jsonExport,
    'reading-queue',
    (one) => ({
      ...entryOf(one),
      html: undefined,
      own: {
        favouritedAt: orNone(one.favouritedAt),
        snoozedUntil: orNone(one.snoozedUntil),
        removedAt: orNone(one.removedAt),
        progress: one.progress,
        reason: orNone(one.reason),
      },
    }),
  ],
  [
    htmlExport,
    'netscape-html',
    (one) => ({
      ...entryOf({ ...one, savedAt: toSeconds(one.savedAt)!, readAt: toSeconds(one.readAt) }),
    }),
  ],
  [csvExport, 'readwise-csv', entryOf],
  [textExport, 'text', ({ url }) => ({ ...entryOf(itemWith({ url })), savedAt: undefined })],
]

async function unpackedVersion({ html, markdown, text, page, ...rest }: LibraryVersion) {
  const textOf = async (bytes: Uint8Array) => (await decompress(bytes)).toString()
  return {
    ...rest,
    html: await textOf(html),
    markdown: await textOf(markdown),
    text: await textOf(text),
    page: page && { ...page, body: (await decompress(page.body)).toString('hex') },
  }
}

describe('An exported file', () => {
  for (const [format, readAs, expected] of FORMATS) {
    it(`as ${format.name} contains the same entries when it is imported`, async () => {
      await fc.assert(
        fc.asyncProperty(items, async (source) => {
          const [found, entries] = await readBack(format, source)
          assert.equal(found, readAs)
          assert.deepEqual(
            JSON.parse(JSON.stringify(entries)),
            JSON.parse(JSON.stringify(source.map(expected))),
          )
        }),
        { numRuns: 60 },
      )
    })
  }

  const quote = words.map((text) => asLines('quote', storable(text)).trim()).filter((text) => text !== '')
  const highlight = fc
    .record({
      exact: quote,
      prefix: words.map((text) => storable(text).slice(-64).toWellFormed()),
      suffix: words.map((text) => storable(text).slice(0, 64).toWellFormed()),
      note: note.map((text) => text?.trim() || null),
      colour: fc.constantFrom(...COLOURS),
      createdAt: instant,
    })
    .map(highlightWith)
  const highlights = fc.uniqueArray(highlight, { minLength: 1, maxLength: 6, selector: ({ exact }) => exact })

  it('has the highlights of its items: complete as JSON, by their quotes as CSV', async () => {
    await fc.assert(
      fc.asyncProperty(item, highlights, async (one, marked) => {
        const source = exportOf([one], () => ({ highlights: marked }))
        const read = async (format: ExportFormat) => {
          const { rows } = await readFile(await bytesOf(format, source))
          return rows.flatMap((row) => {
            const cleaned = isSkipped(row) ? 'skipped' : cleanEntry(row)
            assert.ok(typeof cleaned === 'object', JSON.stringify(cleaned))
            return cleaned.entry.highlights
          })
        }
        const pickMembers = ({ exact, note, colour, createdAt }: Highlight) => ({
          quote: exact,
          note: orNone(note),
          colour,
          createdAt,
          prefix: undefined as string | undefined,
          suffix: undefined as string | undefined,
        })
        assert.deepEqual(await read(highlightsCsvExport), marked.map(pickMembers))
        assert.deepEqual(
          await read(jsonExport),
          marked.map((one) => ({
            ...pickMembers(one),
            prefix: one.prefix || undefined,
            suffix: one.suffix || undefined,
          })),
        )
      }),
      { numRuns: 60 },
    )
  })

  const body = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    words.map((text) => Buffer.from(storable(text))),
  )
  const page = fc.record({
    url: address,
    mediaType: fc.constantFrom('text/html', 'application/pdf'),
    charset: maybe(fc.constantFrom('utf-8', 'windows-1252')),
    fetchedAt: instant,
    body,
  })
  const version: fc.Arbitrary<PageVersion> = fc.record({
    id: fc.stringMatching(/^[\w-]{1,22}$/),
    source: fc.constantFrom(FETCHED, sourceOf(PERSON)),
    savedAt: instant,
    replacedAt: instant,
    html: words.map((text) => text.toWellFormed()),
    markdown: words.map((text) => text.toWellFormed()),
    text: words.map((text) => text.toWellFormed()),
    page: maybe(page),
  })
  const versions = fc.uniqueArray(version, { maxLength: 4, selector: ({ id }) => id })

  it('has the older copies of pages with their sources, as JSON, under the right item', async () => {
    const pair = fc.uniqueArray(item, { minLength: 2, maxLength: 2, selector: ({ url }) => url })
    await fc.assert(
      fc.asyncProperty(pair, fc.tuple(versions, versions), async (both, ofBoth) => {
        const source = exportOf(both, (one) => ({ versions: ofBoth[both.indexOf(one)]! }))
        const { rows } = await readFile(await bytesOf(jsonExport, source))
        const read = rows.map((row) => (isSkipped(row) ? [] : row.versions!))
        const unpacked = read.map((all) => Promise.all(all.map(unpackedVersion)))
        assert.deepEqual(
          await Promise.all(unpacked),
          ofBoth.map((all) =>
            all.map(({ source: { kind }, page, ...rest }) => ({
              ...rest,
              isFetched: kind === 'service',
              page: page && { ...page, body: Buffer.from(page.body).toString('hex') },
            })),
          ),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('has its highlights as W3C annotations, and in a note as quotes with ids', async () => {
    const one = itemWith({ url: 'https://example.org/a', givenTitle: 'A' })
    const marked = [
      highlightWith({
        exact: 'First\n# line',
        prefix: 'before ',
        suffix: ' after',
        note: 'Mine',
        start: 7,
        end: 19,
      }),
      highlightWith({ exact: 'Lost', id: 'h2' }),
    ]
    const source = exportOf([one], () => ({ highlights: marked }))
    const { first, ...collection } = JSON.parse(String(await bytesOf(annotationsExport, source)))
    assert.equal(collection['@context'], 'http://www.w3.org/ns/anno.jsonld')
    assert.equal(collection.type, 'AnnotationCollection')
    const [whole, lost] = first.items
    assert.deepEqual(whole.target, {
      source: 'https://example.org/a',
      selector: [
        { type: 'TextQuoteSelector', exact: 'First\n# line', prefix: 'before ', suffix: ' after' },
        { type: 'TextPositionSelector', start: 7, end: 19 },
      ],
    })
    assert.deepEqual(
      [whole.type, whole.motivation, whole.body[0].value],
      ['Annotation', 'commenting', 'Mine'],
    )
    assert.deepEqual(
      [lost.motivation, lost.body, lost.target.selector.length],
      ['highlighting', undefined, 1],
    )
    const [file = ''] = (await unzipped(await bytesOf(markdownExport, source))).values()
    assert.ok(
      file.includes(
        String.raw`## Highlights

> First
> \# line

Note: Mine

^hl-h1

> Lost

^hl-h2
`,
      ),
      file,
    )
  })

  it('as markdown is a zip of one note for each item, with its properties', async () => {
    const one = itemWith({
      url: 'https://example.org/a',
      givenTitle: 'A "title": with [brackets]',
      note: 'Two\nlines',
      tags: ['long read', '2024', 'c++'],
      readAt: 1_700_000_000_000,
    })
    const two = itemWith({ url: 'https://example.org/b', givenTitle: 'a "TITLE": with [brackets]' })
    const three = itemWith({ url: 'https://example.org/c', givenTitle: '100%% $x$ &lt;' })
    const source = exportOf([one, two, three], ({ url }) =>
      url === one.url ? { markdown: 'The *article*.' } : {},
    )
    const files = await unzipped(await bytesOf(markdownExport, source))
    const [first, second, third = ''] = [...files.keys()]
    assert.deepEqual([first, second], ['A title with brackets.md', 'a TITLE with brackets (1).md'])
    assert.match(files.get(third)!, /^# 100\\%\\% \\\$x\\\$ \\&lt;$/m)
    assert.equal(
      files.get('A title with brackets.md'),
      [
        '---',
        String.raw`title: "A \"title\": with [brackets]"`,
        'id: "https://example.org/a"',
        'source: "https://example.org/a"',
        'site: "example.org"',
        'saved: "2023-11-14T22:13:20.000Z"',
        'read: "2023-11-14T22:13:20.000Z"',
        'favourite: false',
        'tags: ["long-read","_2024","c-"]',
        '---',
        '',
        String.raw`# A "title": with \[brackets\]`,
        '',
        '> [!note]\n> Two\n> lines',
        '',
        'The *article*.',
        '',
      ].join('\n'),
    )
  })

  it('as markdown has no block of a note or an article that an editor runs', async () => {
    const blocks = [
      '```dataviewjs\ndv.el("p", 1)\n```',
      '``` dataviewjs {1}\n```',
      '~~~dataviewjs\n~~~',
      '- 1. ```dataviewjs\n  ```',
      '> \t````dataviewjs\n> ````',
    ].join('\n\n')
    const kept =
      '```js\nlet a\n```\n\n~~~python x\n~~~\n\n```dataviewjs``` in a line\n\n~~~~\n~~~\n# x\n~~~\n~~~~'
    const text = `${blocks}\n\n${kept}`
    const item = itemWith({ url: 'https://example.org/a', givenTitle: 'A', note: text })
    const files = await unzipped(
      await bytesOf(
        markdownExport,
        exportOf([item], () => ({ markdown: text })),
      ),
    )
    const written = files.get('A.md')!
    assert.doesNotMatch(written, /dataviewjs(?!```)/)
    for (const start of ['', '> ']) {
      assert.ok(written.includes(`${start}\`\`\`js\n${start}let a`))
      assert.ok(written.includes(`${start}~~~python x\n`))
      assert.ok(written.includes(`${start}\`\`\`dataviewjs\`\`\` in a line`))
      assert.ok(written.includes(`${start}~~~~\n${start}~~~\n${start}# x`))
    }
  })

  it('has unique names that every system allows', () => {
    const nameOf = createFileNames('.md')
    const hostile = [
      '../../etc/passwd',
      'C:\\Windows\\x',
      'CON',
      'nul.txt',
      '...',
      ' . ',
      '',
      'a\0b\nc',
      '\u202egnp.exe',
      'half \ud83d',
      '📚'.repeat(300),
      'x'.repeat(500),
      'Same',
      'same',
      'SAME (1)',
      'e\u0301',
      '\u00e9',
      ...HOSTILE,
    ]
    const names = hostile.map(nameOf)
    assert.equal(new Set(names.map((name) => name.normalize('NFKC').toLowerCase())).size, hostile.length)
    for (const name of names) {
      assert.ok(Buffer.byteLength(name) < 200 && name.isWellFormed(), name)
      assert.doesNotMatch(name, UNSAFE_NAME)
    }
  })

  it('has no cell that a spreadsheet would run', async () => {
    const source = HOSTILE.map((text, number) =>
      itemWith({ url: `https://example.org/${number}`, givenTitle: text, note: text }),
    )
    const [, ...lines] = String(await bytesOf(csvExport, exportOf(source))).split('\r\n')
    for (const line of lines) assert.doesNotMatch(line, /(^|,)"?[=+\-@\t]/)
  })

  it('is well-formed text, whatever is stored', async () => {
    const source = [itemWith({ url: 'https://example.org/', givenTitle: 'half \ud83d', note: '\udcda' })]
    for (const [format] of FORMATS) {
      const bytes = await bytesOf(format, exportOf(source))
      new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    }
  })
})
