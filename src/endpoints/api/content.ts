import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { contentDocument } from '../../html/reader/content-document.ts'
import { authenticate } from '../../http/authenticate.ts'
import { negotiate } from '../../http/negotiate.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { findArticle } from '../../queue/content/article.ts'
import type { Item } from '../../queue/model/item.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { recordContentAccess } from '../../queue/history/content-access.ts'
import type { Services } from '../../services.ts'
import { noContent } from '../shared/content.ts'
import { presentArticle } from '../shared/present-article.ts'
import { readParameters } from './parameters.ts'
import { etagOf, notModified } from './respond.ts'

const TYPES = ['text/html', 'text/markdown', 'text/plain'] as const
type ContentType = (typeof TYPES)[number]

/** GET /queue/items/{id}/content: the article in the format that the client prefers. */
export function showContent(services: Services): Handler {
  return async (c) => {
    c.header('Cache-Control', 'private, no-cache')
    const bearer = await authenticate(c, services)
    readParameters(c, [])
    const type = negotiate(c.req.header('accept'), TYPES)
    if (!type) {
      const detail = `The content of an item is offered as ${TYPES.join(', ')}.`
      throw new Failure('not_acceptable', detail, { allowed: [...TYPES] })
    }
    const item = await itemsOf(services.db, bearer.accountId).find(c.req.param('id') ?? '')
    if (item.wordCount === null) throw noContent(item)
    if (c.req.method === 'GET') await recordRead(services, bearer, item)
    const unchanged = notModified(c, etagOf(item.version, { owner: bearer.accountId, type }))
    if (unchanged) return unchanged
    const body = await bodyOf(services, bearer, { item, type })
    if (body === undefined) throw noContent(item)
    c.header('Content-Type', `${type}; charset=utf-8`)
    c.header('Content-Security-Policy', CONTENT_POLICY)
    if (item.language !== null) c.header('Content-Language', item.language)
    return c.body(body)
  }
}

/** Also where the client has the text already: it reads it again. */
async function recordRead(services: Services, { accountId, agent }: Bearer, { id }: Item): Promise<void> {
  await services.permits.withArticleText(accountId, async () => {
    const text = await findArticle(services.db, { accountId, itemId: id }, 'text')
    await recordContentAccess(services, { accountId, clientId: agent.id, itemId: id, text: text ?? '' })
  })
}

/** If a browser opens the article directly: no scripts, and nothing loaded from other sites. */
const CONTENT_POLICY = "sandbox; default-src 'none'; img-src 'self'; frame-ancestors 'none'"

async function bodyOf(
  services: Services,
  { accountId }: Bearer,
  { item, type }: { item: Item; type: ContentType },
): Promise<string | undefined> {
  if (type !== 'text/html') {
    return findArticle(
      services.db,
      { accountId, itemId: item.id },
      type === 'text/plain' ? 'text' : 'markdown',
    )
  }
  const article = await presentArticle(services, accountId, { item, base: services.config.baseUrl })
  if (article === 'too-complex') {
    const allowed = TYPES.filter((type) => type !== 'text/html')
    const detail = `This article is too complex to show as HTML. Ask for it as ${allowed.join(' or ')}.`
    throw new Failure('not_acceptable', detail, { allowed })
  }
  return article && String(await contentDocument(item, article.html))
}
