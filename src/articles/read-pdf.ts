import type { getDocumentProxy } from 'unpdf'
import { cleanText } from './clean-text.ts'
import { escapeText } from '../text/escape-text.ts'
import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import { cleanAuthor } from './author-name.ts'
import { MAX_TITLE_LENGTH } from './page-metadata.ts'
import { type Article, NO_METADATA, type WebPage, type PageMetadata, type Extraction } from './page.ts'
import { parseInstant } from './parse-instant.ts'
import { makeArticle } from './make-article.ts'
import { sortIntoReadingOrder } from './pdf-columns.ts'
import { joinLines, type Line, type PdfBlock } from './pdf-lines.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type TextItem = { str: string; hasEOL: boolean; transform: number[]; width: number; height: number }

const MAX_PAGES = 500
/** In UTF-16 units. */
const MAX_TEXT_LENGTH = 500_000
/** The smallest gap between columns, in font sizes; the gap between words is smaller. */
const MIN_COLUMN_GAP = 1.5
const TRUNCATION_NOTICE = 'The rest of this very long document is not kept.'

/** Reads the text and the author of a PDF. */
export async function readPdf(page: WebPage): Promise<Extraction> {
  // Loaded on demand, since it is large and seldom needed.
  const unpdf = await import('unpdf')
  let pdf: Pdf
  try {
    // A copy, since the library takes ownership of the bytes.
    pdf = await unpdf.getDocumentProxy(new Uint8Array(page.body), {
      verbosity: 0,
      stopAtErrors: false,
    })
  } catch (error) {
    return { metadata: NO_METADATA, outcome: 'unreadable', reason: `${explain(error)} ${CAPTURE_ADVICE}` }
  }
  try {
    const metadata = await readMetadata(pdf)
    const blocks = await readBlocks(pdf)
    if (blocks.length > 0) {
      const heading = blocks.find(({ level, page }) => level === 2 && page === 1)?.text
      const title = metadata.title ?? cleanText(heading, MAX_TITLE_LENGTH)
      return { metadata: { ...metadata, title }, outcome: 'article', article: buildArticle(blocks) }
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

async function readMetadata(pdf: Pdf): Promise<PageMetadata> {
  const info = await pdf.getMetadata().then(
    ({ info }) => info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  )
  return {
    ...NO_METADATA,
    title: cleanText(asString(info['Title']), MAX_TITLE_LENGTH),
    author: cleanAuthor(asString(info['Author'])),
    publishedAt: parseInstant(toIsoDate(asString(info['CreationDate']))),
  }
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Converts a date of ISO 32000-1 §7.9.4, such as D:20240305100000+01'00'. */
function toIsoDate(date: string | undefined): string | undefined {
  const [, day, time = '', zone = ''] = /^D:(\d{8})(\d{6})?(Z|[+-]\d\d'?\d\d)?/.exec(date ?? '') ?? []
  return day && (time ? `${day}T${time}${zone.replaceAll("'", '')}` : day)
}

async function readBlocks(pdf: Pdf): Promise<PdfBlock[]> {
  const lines: Line[] = []
  let length = 0
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && length < MAX_TEXT_LENGTH; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const pageLines = splitIntoLines(
      items.flatMap((item) => ('str' in item ? [item] : [])),
      number,
    )
    for (const { text } of pageLines) length += text.length
    lines.push(...sortIntoReadingOrder(pageLines))
    page.cleanup()
  }
  const isWhole = length < MAX_TEXT_LENGTH && pdf.numPages <= MAX_PAGES
  const blocks = joinLines(lines)
  return isWhole ? blocks : [...blocks, { text: TRUNCATION_NOTICE, page: 0, level: undefined }]
}

/** Splits text items into lines: where the file ends a line, and where the next item is in another column. */
function splitIntoLines(items: TextItem[], page: number): Line[] {
  const lines: Line[] = []
  let currentLine: Line | undefined
  for (const { str, hasEOL, transform, width, height } of items) {
    const [left, top] = [transform[4] as number, transform[5] as number]
    const lineHeight = Math.max(height, currentLine?.fontSize ?? 0)
    const startsLine =
      currentLine &&
      str.trim() !== '' &&
      (left - currentLine.right > MIN_COLUMN_GAP * lineHeight || Math.abs(top - currentLine.top) > lineHeight)
    if (!currentLine || startsLine)
      lines.push((currentLine = { text: '', page, left, right: left, top, fontSize: height }))
    currentLine.text += str
    if (str.trim() !== '') currentLine.right = Math.max(currentLine.right, left + width)
    if (currentLine.fontSize === 0) currentLine.fontSize = height
    if (hasEOL) currentLine = undefined
  }
  return lines.map((line) => ({ ...line, text: line.text.trim() }))
}

/** Headings and paragraphs, with an anchor at the beginning of each page after the first. */
function buildArticle(blocks: PdfBlock[]): Article {
  const htmlParts: string[] = []
  let page = 1
  for (const block of blocks) {
    if (block.page > page) {
      page = block.page
      htmlParts.push(`<p id="page-${page}"><small>Page ${page}</small></p>`)
    }
    const name = block.level === undefined ? 'p' : `h${block.level}`
    htmlParts.push(`<${name}>${escapeText(block.text)}</${name}>`)
  }
  const html = htmlParts.join('\n')
  return makeArticle(html, html)
}
