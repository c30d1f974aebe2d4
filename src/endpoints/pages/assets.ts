import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { assets } from '../../html/assets.ts'

/** Serves the files that pages load. They are read when the handler is made. */
export function servedAssets(): Handler {
  const byPath = new Map(Object.values(assets()).map((asset) => [asset.path, asset]))
  return (c) => {
    const asset = byPath.get(c.req.path)
    if (!asset) throw new Failure('not_found', 'There is no such file.')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Content-Type', asset.type)
    return c.body(asset.body)
  }
}
