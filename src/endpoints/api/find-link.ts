import type { Handler } from 'hono'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { readInput } from '../../http/read-input.ts'
import { findInjectionSource, recordPromptInjection } from '../../queue/history/shown-prompt-injection.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { rejectUnknown } from '../../queue/input/unknown-name.ts'
import { FIND_FIELDS } from '../../queue/lists/find-link.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { itemEntity, itemHref } from '../../siren/item.ts'
import { authenticated } from './authenticated.ts'
import { siren } from './respond.ts'

/** POST /queue/find-link: the item of a link, also one in the trash, or 204 if there is none. */
export function findLink(services: Services): Handler {
  return authenticated(services, async (c, bearer) => {
    const input = await readInput(c.req.raw, actionBodyLimits(FIND_FIELDS))
    rejectUnknown(input, Object.keys(FIND_FIELDS), { noun: 'member', subject: '"find-link"' })
    const { url } = parseInput(FIND_FIELDS, input)
    const { accountId } = bearer
    const item = await itemsOf(services.db, accountId).findByIdentity(url.identity)
    if (!item) return c.body(null, 204)
    await recordPromptInjection(
      services,
      bearer,
      await findInjectionSource(services.cache, accountId, [{ item }]),
    )
    const { baseUrl } = services.config
    c.header('Content-Location', itemHref(item.id, baseUrl))
    return siren(c, itemEntity(item, baseUrl))
  })
}
