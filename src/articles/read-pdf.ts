import type { getDocumentProxy } from 'unpdf'
import { cleanText } from './clean-text.ts'
import { CAPTURE_ADVICE } from '../ports/fetch-error.ts'
import { cleanAuthor } from './author-name.ts'
import { MAX_TITLE_LENGTH } from './page-facts.ts'
import { NO_FACTS, type WebPage, type PageFacts, type Reading, type ExtractedArticle } from './page.ts'
import { parseInstant } from './parse-instant.ts'
import { joinLines, type Line } from './pdf-lines.ts'
import { articleOfText } from './read-text.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const MAX_PAGES = 500
/** In UTF-16 units. */
const MAX_TEXT_LENGTH = 500_000
const REST = 'The rest of this very long document is not kept.'

/** Reads the text of a PDF, and who wrote it. */
export async function readPdf(page: WebPage): Promise<Reading<ExtractedArticle>> {
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
    return { facts: NO_FACTS, outcome: 'unreadable', reason: `${explain(error)} ${CAPTURE_ADVICE}` }
  }
  try {
    const facts = await factsOf(pdf)
    const text = await textOf(pdf)
    if (text.trim() !== '') return { facts, outcome: 'article', article: articleOfText(text) }
    return { facts, outcome: 'unreadable', reason: 'This PDF holds pictures of pages, and no text.' }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function explain(error: unknown): string {
  const isLocked = error instanceof Error && error.name === 'PasswordException'
  return isLocked ? 'This PDF is locked with a password.' : 'This PDF is broken.'
}

async function factsOf(pdf: Pdf): Promise<PageFacts> {
  const info = await pdf.getMetadata().then(
    ({ info }) => info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  )
  return {
    ...NO_FACTS,
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

async function textOf(pdf: Pdf): Promise<string> {
  const lines: Line[] = []
  let length = 0
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && length < MAX_TEXT_LENGTH; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    let words = ''
    for (const item of items) {
      if (!('str' in item)) continue
      words += item.str
      if (!item.hasEOL && item !== items.at(-1)) continue
      lines.push({ text: words.trim(), page: number, top: item.transform[5], height: item.height })
      length += words.length
      words = ''
    }
    page.cleanup()
  }
  const isWhole = length < MAX_TEXT_LENGTH && pdf.numPages <= MAX_PAGES
  return isWhole ? joinLines(lines) : `${joinLines(lines)}\n\n${REST}`
}
