import type { getDocumentProxy } from 'unpdf'
import { cleanText } from './clean-text.ts'
import { escapeText } from '../text/escape-text.ts'
import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import { cleanAuthor } from './author-name.ts'
import { MAX_TITLE_LENGTH } from './page-metadata.ts'
import { type Article, NO_METADATA, type WebPage, type PageMetadata, type Extraction } from './page.ts'
import { parseInstant } from './parse-instant.ts'
import { makeArticle } from './make-article.ts'
import { inReadingOrder } from './pdf-columns.ts'
import { joinLines, type Line, type PdfBlock } from './pdf-lines.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type TextItem = { str: string; hasEOL: boolean; transform: number[]; width: number; height: number }

const MAX_PAGES = 500
/** In UTF-16 units. */
const MAX_TEXT_LENGTH = 500_000
/** Between columns, in heights of a letter: more than between words. */
const COLUMN_GAP = 1.5
const REST = 'The rest of this very long document is not kept.'

/** Reads the text of a PDF, and who wrote it. */
export async function readPdf(page: WebPage): Promise<Extraction> {
  // Large, and seldom needed.
  const unpdf = await import('unpdf')
  let pdf: Pdf
  try {
    // It takes the bytes it is given for its own.
    pdf = await unpdf.getDocumentProxy(new Uint8Array(page.body), {
      verbosity: 0,
      stopAtErrors: false,
    })
  } catch (error) {
    return { metadata: NO_METADATA, outcome: 'unreadable', reason: `${explain(error)} ${CAPTURE_ADVICE}` }
  }
  try {
    const metadata = await metadataOf(pdf)
    const blocks = await blocksOf(pdf)
    if (blocks.length > 0) {
      const heading = blocks.find(({ level, page }) => level === 2 && page === 1)?.text
      const title = metadata.title ?? cleanText(heading, MAX_TITLE_LENGTH)
      return { metadata: { ...metadata, title }, outcome: 'article', article: articleOf(blocks) }
    }
    return { metadata, outcome: 'unreadable', reason: 'This PDF holds pictures of pages, and no text.' }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function explain(error: unknown): string {
  const isLocked = error instanceof Error && error.name === 'PasswordException'
  return isLocked ? 'This PDF is locked with a password.' : 'This PDF is broken.'
}

async function metadataOf(pdf: Pdf): Promise<PageMetadata> {
  const info = await pdf.getMetadata().then(
    ({ info }) => info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  )
  return {
    ...NO_METADATA,
    title: cleanText(stringOf(info['Title']), MAX_TITLE_LENGTH),
    author: cleanAuthor(stringOf(info['Author'])),
    publishedAt: parseInstant(isoDate(stringOf(info['CreationDate']))),
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Takes D:20240305100000+01'00' of ISO 32000-1 §7.9.4. */
function isoDate(date: string | undefined): string | undefined {
  const [, day, time = '', zone = ''] = /^D:(\d{8})(\d{6})?(Z|[+-]\d\d'?\d\d)?/.exec(date ?? '') ?? []
  return day && (time ? `${day}T${time}${zone.replaceAll("'", '')}` : day)
}

async function blocksOf(pdf: Pdf): Promise<PdfBlock[]> {
  const lines: Line[] = []
  let length = 0
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && length < MAX_TEXT_LENGTH; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const onPage = linesOf(
      items.flatMap((item) => ('str' in item ? [item] : [])),
      number,
    )
    for (const { text } of onPage) length += text.length
    lines.push(...inReadingOrder(onPage))
    page.cleanup()
  }
  const isWhole = length < MAX_TEXT_LENGTH && pdf.numPages <= MAX_PAGES
  const blocks = joinLines(lines)
  return isWhole ? blocks : [...blocks, { text: REST, page: 0, level: undefined }]
}

/** A line ends where the file says so, and where what follows stands in another column. */
function linesOf(items: TextItem[], page: number): Line[] {
  const lines: Line[] = []
  let open: Line | undefined
  for (const { str, hasEOL, transform, width, height } of items) {
    const [left, top] = [transform[4] as number, transform[5] as number]
    const high = Math.max(height, open?.height ?? 0)
    const isApart =
      open && str.trim() !== '' && (left - open.right > COLUMN_GAP * high || Math.abs(top - open.top) > high)
    if (!open || isApart) lines.push((open = { text: '', page, left, right: left, top, height }))
    open.text += str
    if (str.trim() !== '') open.right = Math.max(open.right, left + width)
    if (open.height === 0) open.height = height
    if (hasEOL) open = undefined
  }
  return lines.map((line) => ({ ...line, text: line.text.trim() }))
}

/** Headings and paragraphs, with a mark before the first of each page after the first. */
function articleOf(blocks: PdfBlock[]): Article {
  const pieces: string[] = []
  let page = 1
  for (const block of blocks) {
    if (block.page > page) {
      page = block.page
      pieces.push(`<p id="page-${page}"><small>Page ${page}</small></p>`)
    }
    const name = block.level === undefined ? 'p' : `h${block.level}`
    pieces.push(`<${name}>${escapeText(block.text)}</${name}>`)
  }
  const html = pieces.join('\n')
  return makeArticle(html, html)
}
