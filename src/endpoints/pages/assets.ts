import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { type Asset, assets } from '../../html/assets.ts'
import { acceptedEncoding } from '../../http/accepted-encoding.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Served = Asset & { compressed?: { br: Bytes; gzip: Bytes } }

/** Serves the files that pages load. They are read when the handler is made, and texts compressed then. */
export function servedAssets(): Handler {
  const byPath = new Map(Object.values(assets()).map((asset) => [asset.path, compressed(asset)]))
  return (c) => {
    const asset = byPath.get(c.req.path)
    if (!asset) throw new Failure('not_found', 'There is no such file.')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Content-Type', asset.type)
    if (!asset.compressed) return c.body(asset.body)
    c.header('Vary', 'Accept-Encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (encoding === undefined) return c.body(asset.body)
    c.header('Content-Encoding', encoding)
    return c.body(asset.compressed[encoding])
  }
}

function compressed(asset: Asset): Served {
  const { body } = asset
  if (typeof body !== 'string') return asset
  return { ...asset, compressed: { br: brotliCompressSync(body), gzip: gzipSync(body, { level: 9 }) } }
}
