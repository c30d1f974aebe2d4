import { escapeText } from '../../text/escape-text.ts'
import { isTrue, textOf, textsOf, toRow } from '../parsing/entry.ts'
import type { LibraryRow } from '../parsing/entry.ts'
import type { Format } from '../parsing/format.ts'
import { instantOf } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, jsonParts, recordsOf } from '../parsing/json-values.ts'
import { createVersions } from '../parsing/library-versions.ts'

/** Large members before and behind the items. */
const PASSED = ['siteExtractions', 'savedSearches', 'suggestions', 'changes'].map((name) => `$.${name}.*`)

/** Our own export, as library/export/json-export.ts writes it, and that of releases before it had a name. */
export const readingQueueJson: Format = {
  name: 'reading-queue',
  title: 'Reading Queue',
  matches: (file) =>
    file.kind === 'object' && ['exportedAt', 'service', 'account'].every((name) => file.members.has(name)),
  read: (input) => rowsOf(input.text()),
}

/** The older copies of an item come before it. */
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
    yield isRecord(value) ? { ...entryOf(value, row), versions: versions.all } : { row, reason: 'unreadable' }
    versions = createVersions()
  }
}

function entryOf(record: JsonRecord, row: number) {
  const readAt = instantOf(record['readAt'])
  return toRow(row, {
    url: record['url'],
    // The title that is shown is often that of the page.
    title: 'givenTitle' in record ? record['givenTitle'] : record['title'],
    tags: textsOf(record['tags']),
    savedAt: instantOf(record['savedAt']),
    readAt,
    state: readAt === undefined ? 'unread' : 'read',
    isFavourite: isTrue(record['favourite']),
    note: textOf(record['note']),
    html: pageOf(record),
    highlights: recordsOf(record['highlights']).map((highlight) => ({
      quote: wholeTextOf(highlight['exact']) ?? '',
      prefix: wholeTextOf(highlight['prefix']),
      suffix: wholeTextOf(highlight['suffix']),
      note: textOf(highlight['note']),
      colour: textOf(highlight['colour']),
      createdAt: instantOf(highlight['createdAt']),
    })),
    own: {
      favouritedAt: instantOf(record['favouritedAt']),
      snoozedUntil: instantOf(record['snoozedUntil']),
      removedAt: instantOf(record['removedAt']),
      progress: fractionOf(record['progress']),
      reason: textOf(record['reason']),
    },
  })
}

/** With the white space around it, which tells where a quote stands. */
function wholeTextOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function fractionOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : 0
}

/** The page as the person's browser sent it where it is not read yet, else the article with what is known of its page. */
function pageOf(record: JsonRecord): string | undefined {
  const captured = recordsOf(record['captures']).find(
    ({ source }) => isRecord(source) && source['kind'] === 'person',
  )
  const page = textOf(captured?.['page'])
  const article = textOf(record['html'])
  return page ?? (article === undefined ? undefined : documentOf(record, article))
}

const FACTS: [property: string, meta: string][] = [
  ['author', 'name="author"'],
  ['excerpt', 'name="description"'],
  ['siteName', 'property="og:site_name"'],
  ['imageUrl', 'property="og:image"'],
  ['publishedAt', 'property="article:published_time"'],
]

function documentOf(record: JsonRecord, article: string): string {
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
