import type { Handler } from 'hono'
import { agentPage } from '../../html/agents/agent-page.ts'
import { agentPath, clientIdOfPath } from '../../html/parts/agent-path.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { lastChangeBy } from '../../queue/history/last-change.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { parseAction, parseBelow, readHistory } from './read-history.ts'
import { parseDay } from './parse-moment.ts'
import { readSuggestions } from './suggestions.ts'
import { readAgentView } from './view.ts'

/** `GET /agents/{client id}`: what one agent is and did. */
export function showAgent(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, clock } = services
    const { accountId } = visitor.session
    const query = readQuery(c.req.raw)
    const clientId = clientIdOfPath(c.req.param('agent') ?? '')
    const agent = await readAgentView(services, accountId, clientId)
    const day = parseDay(query['day'], visitor.timeZone)
    const filter = { action: parseAction(query), day: day && query['day'] }
    const below = parseBelow(query)
    const last = day && (await lastChangeBy(db, { accountId, clientId, at: day.end }))
    const history = await readHistory(services, accountId, {
      path: agentPath(clientId),
      filter,
      changesFilter: { by: clientId, action: filter.action },
      below: day === undefined ? below : Math.min(below ?? Infinity, (last?.sequence ?? 0) + 1),
      isBeforeStart: (at) => day !== undefined && at < day.start,
    })
    const suggestions = await readSuggestions(services, accountId, clientId)
    const notice = readFlash(services, visitor.formToken, query)
    return htmlResponse(
      c,
      agentPage({ person: personOf(visitor), now: clock.now(), agent, filter, history, suggestions, notice }),
      { hasScripts: true },
    )
  })
}
