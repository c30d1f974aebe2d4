import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Fragment } from '../../html/fragment.ts'
import type { Encoding } from '../../http/accepted-encoding.ts'
import { pathOf } from '../../http/request-path.ts'
import { type SignedIn } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { createResponseCache, textBytes } from '../../http/recent.ts'

/** A page as drawn. */
export type RenderedPage = {
  /** Bytes once it is shown again: most pages are shown once, and their text can be sent as it is. */
  content: string | Bytes
  compressed: Partial<Record<Encoding, Promise<Bytes>>>
  /** Of the packed ones, together. */
  compressedBytes: number
  isShown: boolean
}
type Bytes = Buffer<ArrayBuffer>

const renderedPages = createResponseCache<RenderedPage>(
  'page',
  ({ content, compressedBytes }) =>
    (typeof content === 'string' ? textBytes(content) : content.length) + compressedBytes,
)

export async function render(content: Fragment | Promise<Fragment>): Promise<RenderedPage> {
  return { content: String(await content), compressed: {}, compressedBytes: 0, isShown: false }
}

/**
 * The page that this session was shown under this address, drawn anew only where the queue has changed
 * since (its change number is `version`), or a minute has passed, since pages tell how long ago things were.
 */
export function unlessChanged(
  c: Context,
  { db, clock }: Services,
  { session }: SignedIn,
  version: number,
  content: () => Promise<Fragment>,
): Promise<RenderedPage> {
  const { hash, email, settings } = session
  const minute = Math.floor(clock.now() / MINUTE)
  const key = JSON.stringify([hash, version, minute, pathOf(c), email, settings])
  return renderedPages.take(db, key, () => render(content()))
}

const compressors: Record<Encoding, (content: string | Bytes) => Promise<Bytes>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

/** What to send of a page; each form of it is made once. */
export async function bodyOf(page: RenderedPage, encoding: Encoding | undefined): Promise<string | Bytes> {
  if (encoding !== undefined) return (page.compressed[encoding] ??= compress(page, encoding))
  if (page.isShown && typeof page.content === 'string') page.content = Buffer.from(page.content)
  page.isShown = true
  return page.content
}

async function compress(page: RenderedPage, encoding: Encoding): Promise<Bytes> {
  const bytes = await compressors[encoding](page.content)
  page.compressedBytes += bytes.length
  return bytes
}
