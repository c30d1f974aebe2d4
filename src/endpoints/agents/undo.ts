import type { Context, Handler } from 'hono'
import { invalidField } from '../../failure.ts'
import { agentPath, clientIdOfPath } from '../../html/parts/agent-path.ts'
import { undoPath, undoAgentPage } from '../../html/agents/undo-agent-page.ts'
import { redoValues } from '../../html/parts/notice.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { personCaller } from '../../http/caller.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { returnPath } from '../../http/return-path.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { revokeAgent } from '../../oauth/agents.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { type AgentUndo, previewUndo, undoAgent } from '../../queue/undo/undo-agent.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { parseSequence } from './read-history.ts'
import { parseMoment } from './parse-moment.ts'
import { readAgentView } from './view.ts'
import type { Notice } from '../../text/notice.ts'
import type { TimeZone } from '../../text/time-zone.ts'

const messages = allMessages.history.undoAll
const { count } = allMessages.formats

/** `GET /agents/{client id}/undo`: previews undoing everything it did since a moment. */
export function previewAgentUndo(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db } = services
    const { accountId } = visitor.session
    const query = readQuery(c.req.raw)
    const agent = await readAgentView(services, accountId, clientIdOf(c))
    const since = parseSince(query['since'], services, visitor.timeZone)
    const { fromSequence, below } = parseRange(query)
    const outcome = await previewUndo(
      services,
      { accountId, clientId: agent.clientId, since },
      { fromSequence, below },
    )
    const changes = [...outcome.changes, ...outcome.listedConflicts.map(({ change }) => change)]
    const items = await itemsOf(db, accountId).findAll([...new Set(changes.map(({ itemId }) => itemId))])
    const notice = readFlash(services, visitor.formToken, query)
    return htmlResponse(
      c,
      undoAgentPage({
        person: personOf(visitor),
        agent,
        since,
        fromSequence,
        below,
        outcome,
        items,
        notice,
      }),
    )
  })
}

/** `POST /agents/{client id}/undo`: undoes it, after revoking the agent's access if requested. */
export function submitAgentUndo(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken, timeZone }) => {
    const form = await readForm(c, services, { session })
    const { db, clock } = services
    const { accountId } = session
    const { clientId } = await readAgentView(services, accountId, clientIdOf(c))
    const since = parseSince(textOf(form, 'since'), services, timeZone)
    const { fromSequence, below } = parseRange({ from: textOf(form, 'from'), below: textOf(form, 'below') })
    if (textOf(form, 'access') === 'revoke') await revokeAgent(db, { accountId, clientId, now: clock.now() })
    const caller = personCaller(services, session)
    const outcome = await undoAgent(services, { accountId, clientId, since }, { fromSequence, below, caller })
    const isAll = outcome.next === undefined && outcome.listedConflicts.length === 0
    const returnTo = isAll
      ? 'return' in form
        ? returnPath(form['return'])
        : agentPath(clientId)
      : undoPath(clientId, { since, fromSequence, below: outcome.next ?? below })
    const [act = null, ...others] = outcome.acts
    const notice: Notice = {
      kind: 'done',
      text: resultText(outcome),
      values: redoValues(others.length === 0 ? act : null),
    }
    return c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
  })
}

function parseRange({ from, below }: { from?: string | undefined; below?: string | undefined }) {
  return { fromSequence: parseSequence(from), below: parseSequence(below) }
}

function clientIdOf(c: Context): string {
  return clientIdOfPath(c.req.param('agent') ?? '')
}

function parseSince(text: string | undefined, { clock }: Services, timeZone: TimeZone | undefined): number {
  const since = parseMoment(text, clock.now(), timeZone)
  if (since === undefined)
    throw invalidField('since', 'Enter a day, like 2026-11-21, or a time, like 2026-11-21T14:02.')
  return since
}

function resultText({ undone, items, conflicts, undoneInPart, next }: AgentUndo): string {
  return [
    undone === 0
      ? messages.nothingUndone
      : messages.done({ changes: count(undone), changeCount: undone, items: count(items), itemCount: items }),
    conflicts > 0 && messages.kept(conflicts),
    undoneInPart > 0 && messages.keptInPart(undoneInPart),
    next !== undefined && messages.more,
  ]
    .filter(Boolean)
    .join(' ')
}
