import type { Handler } from 'hono'
import { HIGHLIGHT_PAGE_FIELDS, readHighlightPage } from '../../queue/highlights/highlight-page.ts'
import { requireHighlight } from '../../queue/highlights/highlights.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { recordPromptInjection, textOfHighlights } from '../../queue/history/shown-prompt-injection.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { containsPromptInjection } from '../../text/prompt-injection.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { highlightEntity, highlightsEntity } from '../../siren/highlight.ts'
import { itemHref } from '../../siren/item.ts'
import type { ItemId } from '../../ids.ts'
import { authenticated } from './authenticated.ts'
import { siren } from './respond.ts'

/** GET /queue/items/{id}/highlights: a page of the highlights of an item. */
export function showHighlights(services: Services): Handler {
  return authenticated(
    services,
    async (c, bearer, query) => {
      const { accountId } = bearer
      const page = parseInput(HIGHLIGHT_PAGE_FIELDS, query)
      const item = await itemsOf(services.db, accountId).find(c.req.param('id') ?? '')
      const highlights = await readHighlightPage(services.db, accountId, { item, ...page })
      await recordHighlights(services, bearer, { itemId: item.id, highlights: highlights.highlights })
      const { baseUrl } = services.config
      const href = itemHref(item.id, baseUrl)
      const { search } = new URL(c.req.url)
      return siren(
        c,
        highlightsEntity(item, highlights, { self: `${href}/highlights${search}`, href, baseUrl }),
      )
    },
    Object.keys(HIGHLIGHT_PAGE_FIELDS),
  )
}

/** GET /queue/items/{id}/highlights/{highlight}. */
export function showHighlight(services: Services): Handler {
  return authenticated(services, async (c, bearer) => {
    const { accountId } = bearer
    const item = await itemsOf(services.db, accountId).find(c.req.param('id') ?? '')
    const highlight = await requireHighlight(
      services.db,
      { accountId, itemId: item.id },
      c.req.param('highlight') ?? '',
    )
    await recordHighlights(services, bearer, { itemId: item.id, highlights: [highlight] })
    return siren(c, highlightEntity(highlight, item, itemHref(item.id, services.config.baseUrl)))
  })
}

/** Records that an agent was shown prompt injection, if the highlights of an item contain any. */
async function recordHighlights(
  services: Services,
  bearer: Bearer,
  { itemId, highlights }: { itemId: ItemId; highlights: Highlight[] },
): Promise<void> {
  const hasInjection = await containsPromptInjection(textOfHighlights(highlights) ?? '')
  await recordPromptInjection(services, bearer, hasInjection ? itemId : undefined)
}
