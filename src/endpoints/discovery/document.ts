import { createHash } from 'node:crypto'
import type { Handler } from 'hono'
import { isFresh } from '../../http/etag.ts'

/** Serves a static document with an ETag. */
export function document(body: string, type: string): Handler {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    c.header('ETag', etag)
    if (isFresh(c.req.header('if-none-match'), etag)) return c.body(null, 304)
    c.header('Content-Type', type)
    return c.body(body)
  }
}

export function jsonDocument(value: unknown): Handler {
  return document(JSON.stringify(value), 'application/json')
}

export function markdownDocument(text: string): Handler {
  return document(text, 'text/markdown; charset=utf-8')
}
