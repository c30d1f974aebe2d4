import { isUtf8 } from 'node:buffer'
import type { Capture } from '../../queue/content/capture.ts'
import type { PageVersion } from '../../queue/content/page-version-rows.ts'
import { highlightProperties } from '../../queue/highlights/highlight-properties.ts'
import { changeProperties } from '../../queue/history/change-properties.ts'
import { isoInstant } from '../../queue/model/iso-instant.ts'
import type { CaptureSource } from '../../queue/model/content.ts'
import type { Item } from '../../queue/model/item.ts'
import { itemProperties } from '../../queue/model/item-properties.ts'
import type { ExportFormat } from './export-format.ts'
import type { ExportSource } from './export-source.ts'

/** The name by which an import recognises the format, and the format's version. */
const JSON_FORMAT = 'reading-queue'
const VERSION = 1
/** How many UTF-16 units of a text are written at once. */
const SLICE = 16 * 1024

/**
 * The complete export with the names of the API, as described in docs/export.md: the items by id, then suggestions,
 * then changes. An item that changes during the export may be written before or after its change; the changes include
 * it in any case. The file can be imported again.
 */
export const jsonExport: ExportFormat = {
  name: 'json',
  title: 'JSON',
  content: 'library',
  mediaType: 'application/json',
  extension: 'json',
  async *write(source) {
    const { service, account, exportedAt } = source
    const head = {
      format: JSON_FORMAT,
      version: VERSION,
      service,
      account,
      exportedAt: isoInstant(exportedAt),
      ...(await source.settings()),
    }
    yield `${JSON.stringify(head).slice(0, -1)},\n"items": [`
    yield* itemPieces(source)
    yield '],\n"suggestions": ['
    yield* suggestionPieces(source)
    yield '],\n"changes": ['
    yield* changePieces(source)
    yield ']}\n'
  },
}

async function* itemPieces(source: ExportSource): AsyncGenerator<string, void> {
  let separator = '\n'
  for await (const item of source.itemsWithTrash()) {
    const { givenTitle, pageTitle } = item
    yield separator + JSON.stringify({ ...itemProperties(item), givenTitle, pageTitle }).slice(0, -1)
    yield* contentPieces(source, item)
    yield '}'
    separator = ',\n'
  }
}

/** The stored content of an item. */
async function* contentPieces(source: ExportSource, item: Item): AsyncGenerator<string, void> {
  for (const format of ['markdown', 'html'] as const) {
    yield `,"${format}":`
    yield* textPieces(await source.articleOf(item, format))
  }
  yield ',"captures":['
  let separator = ''
  for (const capture of await source.capturesOf(item)) {
    yield `${separator}${captureHead(capture)},"page":`
    yield* textPieces(Buffer.from(capture.body).toString())
    yield '}'
    separator = ','
  }
  yield '],"versions":['
  separator = ''
  for await (const version of source.versionsOf(item)) {
    yield separator
    yield* versionPieces(version)
    separator = ','
  }
  yield '],"highlights":['
  separator = ''
  for (const highlight of await source.highlightsOf(item)) {
    yield separator + JSON.stringify(highlightProperties(highlight))
    separator = ','
  }
  yield ']'
}

/** A captured page that waits to be read, without the page itself. */
function captureHead({ source, url, receivedAt }: Capture): string {
  return openObject({ source: sourceProperties(source), url, receivedAt: isoInstant(receivedAt) })
}

function sourceProperties({ kind, agent }: CaptureSource): object {
  return { kind, ...agent }
}

/** A previous copy, with the page from which it was extracted. */
function* versionPieces({
  id,
  source,
  savedAt,
  replacedAt,
  page,
  ...texts
}: PageVersion): Generator<string, void> {
  yield openObject({
    id,
    source: sourceProperties(source),
    savedAt: isoInstant(savedAt),
    replacedAt: isoInstant(replacedAt),
  })
  for (const format of ['html', 'markdown', 'text'] as const) {
    yield `,"${format}":`
    yield* textPieces(texts[format])
  }
  if (page === null) return yield ',"page":null}'
  const { body, fetchedAt, ...facts } = page
  const isText = isUtf8(body)
  yield `,"page":${openObject({ ...facts, fetchedAt: isoInstant(fetchedAt) })},"${isText ? 'body' : 'base64'}":`
  yield* textPieces(Buffer.from(body).toString(isText ? 'utf8' : 'base64'))
  yield '}}'
}

/** The beginning of an object to which more members are added. */
function openObject(properties: object): string {
  return JSON.stringify(properties).slice(0, -1)
}

/** A JSON string in slices. JSON escapes the halves of a split surrogate pair, so it is restored when parsed. */
function* textPieces(text: string | undefined): Generator<string, void> {
  if (text === undefined) return yield 'null'
  yield '"'
  for (let at = 0; at < text.length; at += SLICE) {
    yield JSON.stringify(text.slice(at, at + SLICE)).slice(1, -1)
  }
  yield '"'
}

/** Suggestions of agents that the person has not decided yet. */
async function* suggestionPieces(source: ExportSource): AsyncGenerator<string, void> {
  let separator = '\n'
  for await (const { suggestedAt, ...suggestion } of source.suggestions()) {
    yield separator + JSON.stringify({ ...suggestion, suggestedAt: isoInstant(suggestedAt) })
    separator = ',\n'
  }
}

async function* changePieces(source: ExportSource): AsyncGenerator<string, void> {
  let separator = '\n'
  for await (const { change, title } of source.changes()) {
    yield separator + JSON.stringify(changeProperties(change, title))
    separator = ',\n'
  }
}
