import { OWN_FIELDS, type OwnFields } from '../../queue/actions/imported-link.ts'
import type { Field, TypeName } from '../../queue/model/field.ts'
import { entryOf, propertyOf, typeOf } from '../../queue/model/fields.ts'
import { escapeText } from '../../text/escape-text.ts'
import { isTrue, textOf, textsOf, toRow } from '../parsing/entry.ts'
import type { LibraryRow } from '../parsing/entry.ts'
import type { Format } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, jsonParts, recordsOf } from '../parsing/json-values.ts'
import { createVersions } from '../parsing/library-versions.ts'

/** Large members before and after the items, which are skipped. */
const PASSED = ['siteExtractions', 'savedSearches', 'suggestions', 'changes'].map((name) => `$.${name}.*`)

/** Our own export, as library/export/json-export.ts writes it, and that of releases before the format had a name. */
export const readingQueueJson: Format = {
  name: 'reading-queue',
  title: 'Reading Queue',
  matches: (file) =>
    file.kind === 'object' && ['exportedAt', 'service', 'account'].every((name) => file.members.has(name)),
  read: (input) => rowsOf(input.text()),
}

/** The older copies of an item come before the item. */
async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<LibraryRow> {
  const parts = jsonParts(text, { path: '$.items.*', parts: '$.items.*.versions.*', passed: PASSED })
  let versions = createVersions()
  let row = 0
  for await (const { value, isPart } of parts) {
    if (isPart) {
      await versions.add(value)
      continue
    }
    row += 1
    yield isRecord(value)
      ? { ...readItem(value, row), versions: versions.all }
      : { row, reason: 'unreadable' }
    versions = createVersions()
  }
}

function readItem(record: JsonRecord, row: number) {
  const readAt = parseExportInstant(record['readAt'])
  return toRow(row, {
    url: record['url'],
    // `title` is the displayed title, which is often that of the page.
    title: 'givenTitle' in record ? record['givenTitle'] : record['title'],
    tags: textsOf(record['tags']),
    savedAt: parseExportInstant(record['savedAt']),
    readAt,
    state: readAt === undefined ? 'unread' : 'read',
    isFavourite: isTrue(record['favourite']),
    note: textOf(record['note']),
    html: readPage(record),
    highlights: recordsOf(record['highlights']).map((highlight) => ({
      quote: untrimmedText(highlight['exact']) ?? '',
      prefix: untrimmedText(highlight['prefix']),
      suffix: untrimmedText(highlight['suffix']),
      note: textOf(highlight['note']),
      colour: textOf(highlight['colour']),
      createdAt: parseExportInstant(highlight['createdAt']),
    })),
    own: readOwnFields(record),
  })
}

/** The text with the white space around it, which helps to find the position of a quote. */
function untrimmedText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** How fields that only our own export contains are read, by their type. */
const READ: { [Type in TypeName]?: (value: unknown, field: Field) => unknown } = {
  text: textOf,
  integer: (value, { max = 0 }) => (Number.isInteger(value) ? readNumber(value, 1, max) : undefined),
  fraction: (value) => readNumber(value, 0, 1),
  instant: parseExportInstant,
}

function readNumber(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

function readOwnFields(record: JsonRecord): OwnFields {
  const values = OWN_FIELDS.map((name) => {
    const value = READ[typeOf(name)]?.(record[propertyOf(name)], entryOf(name))
    return [name, value] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** The captured page if it is not read yet, else the article with the metadata of its page. */
function readPage(record: JsonRecord): string | undefined {
  const captured = recordsOf(record['captures']).find(
    ({ source }) => isRecord(source) && source['kind'] === 'person',
  )
  const page = textOf(captured?.['page'])
  const article = textOf(record['html'])
  return page ?? (article === undefined ? undefined : buildDocument(record, article))
}

const FACTS: [property: string, meta: string][] = [
  ['author', 'name="author"'],
  ['excerpt', 'name="description"'],
  ['siteName', 'property="og:site_name"'],
  ['imageUrl', 'property="og:image"'],
  ['publishedAt', 'property="article:published_time"'],
]

function buildDocument(record: JsonRecord, article: string): string {
  const title = escapeText(textOf(record['pageTitle']) ?? textOf(record['title']) ?? '')
  const language = textOf(record['language'])
  const facts = FACTS.flatMap(([property, meta]) => {
    const text = textOf(record[property])
    return text === undefined ? [] : [`<meta ${meta} content="${escapeText(text)}">`]
  })
  return (
    `<!DOCTYPE html><html${language === undefined ? '' : ` lang="${escapeText(language)}"`}><head><meta charset="utf-8">` +
    `<title>${title}</title>${facts.join('')}</head><body><article><h1>${title}</h1>\n${article}\n</article></body></html>`
  )
}
