import { completeMetadata } from './complete-metadata.ts'
import { decodeText } from './charset.ts'
import { NO_METADATA, type WebPage, type Extraction } from './page.ts'
import { readHtml } from './read-html.ts'
import { readPdf } from './read-pdf.ts'
import { readSite } from './read-site.ts'
import { readText } from './read-text.ts'

const HTML = 'text/html'
const PDF = 'application/pdf'

/** The media types that servers send for unknown content. */
const UNKNOWN = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
]

/**
 * Extracts the article of a page of any type. Time and memory grow with the page, so call it only in a thread that
 * can be terminated.
 */
export async function extractPage(page: WebPage): Promise<Extraction> {
  const extraction = await extract(page)
  if (extraction.outcome !== 'article') return extraction
  const { article } = extraction
  const metadata = await completeMetadata(extraction.metadata, article.text)
  return { metadata, outcome: 'article', article }
}

async function extract(page: WebPage): Promise<Extraction> {
  const mediaType = detectType(page)
  switch (mediaType) {
    case HTML:
    case 'application/xhtml+xml':
      return (isAutomatic(page) ? readSite(page) : undefined) ?? readHtml(page)
    case 'text/plain':
    case 'text/markdown':
    case 'text/x-markdown':
      return readText({ ...page, mediaType })
    case PDF:
    case 'application/x-pdf':
      return readPdf(page)
    default:
      return { metadata: NO_METADATA, outcome: 'link', mediaType }
  }
}

/** Whether the default method of extraction is chosen. */
function isAutomatic({ choice = 'automatic' }: WebPage): boolean {
  return choice === 'automatic'
}

/** The media type of the header, unless it is missing, generic or plainly wrong. */
function detectType(page: WebPage): string {
  const { mediaType, body } = page
  const isUnknown = UNKNOWN.includes(mediaType)
  if ((isUnknown || mediaType === HTML || mediaType === 'text/plain') && startsAsPdf(body)) return PDF
  if (!isUnknown) return mediaType
  if (isMarkup(page)) return HTML
  return mediaType === '' && isText(body) ? 'text/plain' : mediaType || 'application/octet-stream'
}

function isMarkup({ body, charset }: WebPage): boolean {
  return decodeText(body.subarray(0, 512), { charset, isHtml: false }).trimStart().startsWith('<')
}

function startsAsPdf(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/** Binary formats have a NUL near their beginning. */
function isText(body: Uint8Array): boolean {
  return body.length > 0 && !body.subarray(0, 1024).includes(0)
}
