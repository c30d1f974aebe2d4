import type { Context, Handler } from 'hono'
import { imageOfThumbnail, SITE_ICON, THUMBNAIL_TYPE } from '../../articles/thumbnails/thumbnail.ts'
import { Failure } from '../../failure.ts'
import { authenticate } from '../../http/authenticate.ts'
import { readSession } from '../../http/visitor.ts'
import { findImage } from '../../queue/content/saved-image.ts'
import { findSiteIcon } from '../../queue/content/site-icon.ts'
import type { Services } from '../../services.ts'

/** No scripts, even when the image is opened directly. */
const IMAGE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Of an image in place of its thumbnail, which may be made yet. */
const STAND_IN_SECONDS = 3600

/**
 * GET /queue/items/{id}/images/{name}: a saved image of an article, for its person (by session) and their agents (by
 * token). The name identifies the content, so it can be cached for ever. Of a thumbnail that could not be made, or is not
 * made yet, the image itself.
 */
export function showImage(services: Services): Handler {
  return async (c) => {
    const accountId = await accountOf(c, services)
    const { id = '', name = '' } = c.req.param()
    const key = { accountId, itemId: id }
    const original = imageOfThumbnail(name)
    const exact = await findImage(services.db, key, name)
    const image = exact ?? (original && (await findImage(services.db, key, original)))
    if (!image) throw new Failure('not_found', 'There is no such image.')
    return imageResponse(c, image, exact !== undefined)
  }
}

/**
 * GET /queue/icons/{site}/{name}: the icon of a site of the account. The name tells its content and its width; where the
 * site has another icon by now, that is the answer.
 */
export function showSiteIcon(services: Services): Handler {
  return async (c) => {
    const accountId = await accountOf(c, services)
    const { site = '', name = '' } = c.req.param()
    const [, content, width] = /^([^.]*)\.(\d+)$/.exec(name) ?? []
    const icon = await findSiteIcon(services.db, accountId, site)
    const size = SITE_ICON.sizes.findIndex((size) => String(size.width) === width)
    const body = icon && [icon.small, icon.large][size]
    if (!body) throw new Failure('not_found', 'There is no such icon.')
    return imageResponse(c, { mediaType: THUMBNAIL_TYPE, body }, content === icon.name)
  }
}

function imageResponse(
  c: Context,
  { mediaType, body }: { mediaType: string; body: Uint8Array },
  isExact: boolean,
): Response {
  c.header('Content-Type', mediaType)
  c.header(
    'Cache-Control',
    isExact ? 'private, max-age=31536000, immutable' : `private, max-age=${STAND_IN_SECONDS}`,
  )
  c.header('Content-Security-Policy', IMAGE_POLICY)
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
  c.header('Content-Disposition', 'inline')
  return c.body(new Uint8Array(body))
}

async function accountOf(c: Context, services: Services): Promise<string> {
  if (c.req.header('authorization') !== undefined) return (await authenticate(c, services)).accountId
  const session = await readSession(c, services)
  if (session) return session.accountId
  throw new Failure('unauthorized', 'Sign in, or send an access token, to see this image.', {
    wasTokenSent: false,
  })
}
