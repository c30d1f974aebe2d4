import type { Handler } from 'hono'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { agentCaller } from '../../http/caller.ts'
import { isMatch } from '../../http/etag.ts'
import { readInput } from '../../http/read-input.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { findInjectionSource, recordPromptInjection } from '../../queue/history/shown-prompt-injection.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { runItemAction } from '../../queue/actions/run-action.ts'
import type { Services } from '../../services.ts'
import { itemEntity, itemHref } from '../../siren/item.ts'
import { authenticated } from './authenticated.ts'
import { rejectUnknownMembers } from './parameters.ts'
import { requireAcceptableType, etagOf, linkToAct, notModified, siren } from './respond.ts'

/** GET /queue/items/{id}. */
export function showItem(services: Services): Handler {
  return authenticated(services, async (c, bearer) => {
    const { accountId } = bearer
    const item = await itemsOf(services.db, accountId).find(c.req.param('id') ?? '')
    await recordPromptInjection(
      services,
      bearer,
      await findInjectionSource(services.cache, accountId, [{ item }]),
    )
    const unchanged = notModified(
      c,
      etagOf(item.version, { owner: accountId, type: requireAcceptableType(c) }),
    )
    return unchanged ?? siren(c, itemEntity(item, services.config.baseUrl))
  })
}

/** Runs an action on an item; responds with the changed item, or 204 to DELETE. */
export function itemActionEndpoint(services: Services, action: ItemAction): Handler {
  return authenticated(services, async (c, bearer) => {
    const { accountId } = bearer
    const input = await readInput(c.req.raw, actionBodyLimits(action.fields))
    rejectUnknownMembers(input, action)
    const itemId = c.req.param('id') ?? ''
    const ifMatch = c.req.header('if-match')
    const type = requireAcceptableType(c)
    const caller = agentCaller(services, bearer)
    const { item, act } = await runItemAction(
      services,
      {
        accountId,
        caller,
        action,
        itemId,
        isExpected: (item) => isMatch(ifMatch, etagOf(item.version, { owner: accountId, type })),
      },
      input,
    )
    const { baseUrl } = services.config
    linkToAct(c, act, baseUrl)
    if (action.method === 'DELETE') return c.body(null, 204)
    c.header('ETag', etagOf(item.version, { owner: accountId, type }))
    c.header('Content-Location', itemHref(item.id, baseUrl))
    return siren(c, itemEntity(item, baseUrl))
  })
}
