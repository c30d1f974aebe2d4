import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import type { Asset } from '../../html/assets/asset.ts'
import { allAssets } from '../../html/assets/assets.ts'
import { acceptedEncoding, type Encoding } from '../../http/accepted-encoding.ts'

type Bytes = Buffer<ArrayBuffer>
type Compressed = Partial<Record<Encoding, Promise<Bytes>>>

const compressors: Record<Encoding, (text: string) => Promise<Bytes>> = {
  br: promisify(brotliCompress),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
}

/** Serves the files that pages load. Each text is compressed once, when a browser first asks for it so. */
export function serveAssets(): Handler {
  const byPath = new Map(allAssets().map((asset) => [asset.path, asset]))
  const compressed = new Map<Asset, Compressed>()

  function compress(asset: Asset, text: string, encoding: Encoding): Promise<Bytes> {
    const known = compressed.get(asset) ?? {}
    compressed.set(asset, known)
    return (known[encoding] ??= compressors[encoding](text))
  }

  return async (c) => {
    const asset = byPath.get(c.req.path)
    if (!asset) throw new Failure('not_found', 'There is no such file.')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Content-Type', asset.type)
    const { body } = asset
    if (typeof body !== 'string') return c.body(body)
    c.header('Vary', 'Accept-Encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (encoding === undefined) return c.body(body)
    c.header('Content-Encoding', encoding)
    return c.body(await compress(asset, body, encoding))
  }
}
