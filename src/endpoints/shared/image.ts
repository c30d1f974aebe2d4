import type { Context, Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { authenticate } from '../../http/authenticate.ts'
import { sessionOf } from '../../http/visitor.ts'
import { findImage } from '../../queue/content/saved-image.ts'
import type { Services } from '../../services.ts'

/** No scripts, even when the image is opened directly. */
const IMAGE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/**
 * GET /queue/items/{id}/images/{name}: a saved image of an article, for its person (by session) and their agents (by
 * token). The name identifies the content, so it can be cached for ever.
 */
export function showImage(services: Services): Handler {
  return async (c) => {
    const accountId = await accountOf(c, services)
    const { id = '', name = '' } = c.req.param()
    const image = await findImage(services.db, accountId, id, name)
    if (!image) throw new Failure('not_found', 'There is no such image.')
    c.header('Content-Type', image.mediaType)
    c.header('Cache-Control', 'private, max-age=31536000, immutable')
    c.header('Content-Security-Policy', IMAGE_POLICY)
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
    c.header('Content-Disposition', 'inline')
    return c.body(new Uint8Array(image.body))
  }
}

async function accountOf(c: Context, services: Services): Promise<string> {
  if (c.req.header('authorization') !== undefined) return (await authenticate(c, services)).accountId
  const session = await sessionOf(c, services)
  if (session) return session.accountId
  throw new Failure('unauthorized', 'Sign in, or send an access token, to see this image.', {
    tokenSent: false,
  })
}
