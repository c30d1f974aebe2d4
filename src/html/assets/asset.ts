import { createHash } from 'node:crypto'

/** A static file; its path contains a hash of its content, so it can be cached for ever. */
export type Asset = { path: string; type: string; body: string | Uint8Array<ArrayBuffer> }

export function createAsset({
  name,
  extension,
  type,
  body,
}: {
  name: string
  extension: string
  type: string
  body: Asset['body']
}): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/${name}.${hash}.${extension}`, type, body }
}
