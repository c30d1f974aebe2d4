import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Fragment } from '../../html/fragment.ts'
import type { Encoding } from '../../http/accepted-encoding.ts'
import { pathOf } from '../../http/request-path.ts'
import { type SignedIn } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { createRecent, textBytes } from '../recent.ts'

/** A page as drawn. */
export type Drawn = {
  /** Bytes once it is shown again: most pages are shown once, and their text can be sent as it is. */
  content: string | Bytes
  packed: Partial<Record<Encoding, Promise<Bytes>>>
  /** Of the packed ones, together. */
  packedBytes: number
  isShown: boolean
}
type Bytes = Buffer<ArrayBuffer>

const drawnPages = createRecent<Drawn>(
  'page',
  ({ content, packedBytes }) =>
    (typeof content === 'string' ? textBytes(content) : content.length) + packedBytes,
)

export async function draw(content: Fragment | Promise<Fragment>): Promise<Drawn> {
  return { content: String(await content), packed: {}, packedBytes: 0, isShown: false }
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
): Promise<Drawn> {
  const { hash, email, settings } = session
  const minute = Math.floor(clock.now() / MINUTE)
  const key = JSON.stringify([hash, version, minute, pathOf(c), email, settings])
  return drawnPages.take(db, key, () => draw(content()))
}

const packers: Record<Encoding, (content: string | Bytes) => Promise<Bytes>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

/** What to send of a page; each form of it is made once. */
export async function bodyOf(page: Drawn, encoding: Encoding | undefined): Promise<string | Bytes> {
  if (encoding !== undefined) return (page.packed[encoding] ??= pack(page, encoding))
  if (page.isShown && typeof page.content === 'string') page.content = Buffer.from(page.content)
  page.isShown = true
  return page.content
}

async function pack(page: Drawn, encoding: Encoding): Promise<Bytes> {
  const bytes = await packers[encoding](page.content)
  page.packedBytes += bytes.length
  return bytes
}
