import { MAX_VERSIONS } from '../../queue/content/page-versions.ts'
import { compress } from '../../queue/content/zstd.ts'
import type { LibraryVersion } from './entry.ts'
import { parseExportInstant } from './instants.ts'
import { isRecord, type JsonRecord } from './json-values.ts'

/** The most compressed bytes for one item: as many pages as an item can have, each of the largest size. */
const MAX_BYTES = 100_000_000
const ID = /^[\w-]{1,64}$/
const MAX_ADDRESS = 4096
const MAX_TYPE = 200

/** Collects the older copies of one item, no more than an item can have. Invalid ones are ignored. */
export function createVersions(): { all: LibraryVersion[]; add(value: unknown): Promise<void> } {
  const all: LibraryVersion[] = []
  let bytes = 0
  return {
    all,
    async add(value) {
      const version = all.length < MAX_VERSIONS && isRecord(value) ? await versionOf(value) : undefined
      if (!version) return
      bytes += versionBytes(version)
      if (bytes <= MAX_BYTES) all.push(version)
    },
  }
}

export function versionBytes({ html, markdown, text, page }: LibraryVersion): number {
  return html.length + markdown.length + text.length + (page?.body.length ?? 0)
}

async function versionOf(record: JsonRecord): Promise<LibraryVersion | undefined> {
  const { id, html, markdown, text, source, page } = record
  const savedAt = parseExportInstant(record['savedAt'])
  const replacedAt = parseExportInstant(record['replacedAt'])
  if (typeof id !== 'string' || !ID.test(id) || savedAt === undefined || replacedAt === undefined)
    return undefined
  if (typeof html !== 'string' || typeof markdown !== 'string' || typeof text !== 'string') return undefined
  const [compressedHtml, compressedMarkdown, compressedText, compressedPage] = await Promise.all([
    compress(html),
    compress(markdown),
    compress(text),
    isRecord(page) ? pageOf(page, savedAt) : null,
  ])
  return {
    id,
    isFetched: isRecord(source) && source['kind'] === 'service',
    savedAt,
    replacedAt,
    html: compressedHtml,
    markdown: compressedMarkdown,
    text: compressedText,
    page: compressedPage,
  }
}

async function pageOf(page: JsonRecord, savedAt: number): Promise<LibraryVersion['page']> {
  const body = readBody(page)
  const url = shortText(page['url'], MAX_ADDRESS)
  const mediaType = shortText(page['mediaType'], MAX_TYPE)
  if (body === undefined || url === null || mediaType === null || !isWebAddress(url)) return null
  return {
    url,
    mediaType,
    charset: shortText(page['charset'], MAX_TYPE),
    fetchedAt: parseExportInstant(page['fetchedAt']) ?? savedAt,
    body: await compress(body),
  }
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function readBody({ body, base64 }: JsonRecord): string | Uint8Array | undefined {
  if (typeof body === 'string') return body
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
}

/** Null unless it is a short text that the database can store. */
function shortText(value: unknown, maxLength: number): string | null {
  // oxlint-disable-next-line no-control-regex
  const isShort = typeof value === 'string' && value.length <= maxLength && !/[\u0000-\u001f]/.test(value)
  return isShort && value.isWellFormed() ? value : null
}
