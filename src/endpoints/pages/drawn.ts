import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Fragment } from '../../html/fragment.ts'
import type { Encoding } from '../../http/accepted-encoding.ts'
import { pathOf, type SignedIn } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { createRecent } from '../recent.ts'

/** A page as drawn. */
export type Drawn = {
  text: string
  packed: Partial<Record<Encoding, Promise<Bytes>>>
  isShown: boolean
  /** Made when it is shown again: most pages are shown once, and their text can be sent as it is. */
  bytes?: Bytes | undefined
}
type Bytes = Buffer<ArrayBuffer>

/** UTF-16 units of the drawn pages that are kept. */
const MAX_DRAWN = 8_000_000

const drawnPages = createRecent<Drawn>(MAX_DRAWN, ({ text }) => text.length)

export async function draw(content: Fragment | Promise<Fragment>): Promise<Drawn> {
  return { text: String(await content), packed: {}, isShown: false }
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

const packers: Record<Encoding, (text: string) => Promise<Bytes>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text),
}

/** What to send of a page; each form of it is made once. */
export async function bodyOf(page: Drawn, encoding: Encoding | undefined): Promise<string | Bytes> {
  if (encoding !== undefined) return (page.packed[encoding] ??= packers[encoding](page.text))
  page.bytes ??= page.isShown ? Buffer.from(page.text) : undefined
  page.isShown = true
  return page.bytes ?? page.text
}
