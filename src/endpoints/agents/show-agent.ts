import type { Handler } from 'hono'
import { agentPage } from '../../html/agents/agent-page.ts'
import { agentPath } from '../../html/agents/agent-state.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { DAY } from '../../ports/clock.ts'
import { lastChangeBy } from '../../queue/history/last-change.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { parseAction, parseBelow, readHistory } from './read-history.ts'
import { parseDay } from './parse-moment.ts'
import { readAgentView } from './view.ts'

/** `GET /agents/{client id}`: what one agent is and did. */
export function showAgent(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, clock } = services
    const { accountId } = visitor.session
    const query = readQuery(c.req.raw)
    const clientId = c.req.param('agent') ?? ''
    const agent = await readAgentView(services, accountId, clientId)
    const start = parseDay(query['day'])
    const filter = { action: parseAction(query), day: start === undefined ? undefined : query['day'] }
    const below = parseBelow(query)
    const last = start === undefined ? undefined : await lastChangeBy(db, accountId, clientId, start + DAY)
    const history = await readHistory(services, accountId, {
      path: agentPath(clientId),
      filter,
      timeline: { by: clientId, action: filter.action },
      below: start === undefined ? below : Math.min(below ?? Infinity, (last?.sequence ?? 0) + 1),
      isBeforeStart: (at) => start !== undefined && at < start,
    })
    const notice = readFlash(services, visitor.formToken, query)
    return htmlResponse(
      c,
      agentPage({ person: personOf(visitor), now: clock.now(), agent, filter, history, notice }),
    )
  })
}
