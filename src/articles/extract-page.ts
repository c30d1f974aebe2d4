import { completeMetadata } from './complete-metadata.ts'
import { decodeText } from './charset.ts'
import { NO_METADATA, type WebPage, type Extraction } from './page.ts'
import { readHtml } from './read-html.ts'
import { readPdf } from './read-pdf.ts'
import { readSite } from './read-site.ts'
import { readText } from './read-text.ts'

const HTML = 'text/html'
const PDF = 'application/pdf'

/** Servers send these where they do not know. */
const UNKNOWN = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
]

/** Reads a page of any type. Takes time and memory with it: only for a thread that may be ended. */
export async function extractPage(page: WebPage): Promise<Extraction> {
  const extraction = await extract(page)
  if (extraction.outcome !== 'article') return extraction
  const { article } = extraction
  const metadata = await completeMetadata(extraction.metadata, article.text)
  return { metadata, outcome: 'article', article }
}

async function extract(page: WebPage): Promise<Extraction> {
  const mediaType = typeOf(page)
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

/** Whether no other way of reading was chosen than the service's own. */
function isAutomatic({ choice = 'automatic' }: WebPage): boolean {
  return choice === 'automatic'
}

/** The type of the header, unless it says nothing or is plainly wrong. */
function typeOf(page: WebPage): string {
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

/** NUL is in all that is binary, soon. */
function isText(body: Uint8Array): boolean {
  return body.length > 0 && !body.subarray(0, 1024).includes(0)
}
