import type { Handler } from 'hono'
import { historyPage } from '../../html/history/history-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { listAgentNames } from '../../oauth/agents.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { AccountId, ClientId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { parseAction, parseBelow, readHistory } from './read-history.ts'
import { readFormerName } from './view.ts'

/** `GET /history`: what the person and their agents changed, of all items or of one. */
export function showHistory(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, clock } = services
    const { accountId } = visitor.session
    const query = readQuery(c.req.raw)
    const by = query['by'] || undefined
    const agents = await listAgentsInHistory(services, accountId, by)
    const item = query['item'] ? await itemsOf(db, accountId).find(query['item']) : undefined
    const filter = { by, action: parseAction(query), item: item?.id }
    const history = await readHistory(services, accountId, {
      path: '/history',
      filter,
      changesFilter: { by: filter.by, action: filter.action, itemId: filter.item },
      below: parseBelow(query),
    })
    const notice = readFlash(services, visitor.formToken, query)
    return htmlResponse(
      c,
      historyPage({ person: personOf(visitor), now: clock.now(), filter, agents, item, history, notice }),
      { hasScripts: true },
    )
  })
}

/** The agents that the filter offers, among them the one it is set to. Throws `not_found` for an unknown one. */
async function listAgentsInHistory(
  services: Services,
  accountId: AccountId,
  by: string | undefined,
): Promise<{ id: string; name: string }[]> {
  const agents = await listAgentNames(services.db, accountId)
  if (by === undefined || by === 'person' || agents.some(({ id }) => id === by)) return agents
  const name = await readFormerName(services, accountId, by as ClientId)
  return [...agents, { id: by, name: name ?? by }]
}
