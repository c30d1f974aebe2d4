import type { Handler } from 'hono'
import { allMessages } from '../../html/messages/messages.ts'
import type { SuggestionView } from '../../html/agents/suggestion-list.ts'
import { undoValues } from '../../html/parts/notice.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn, type SignedIn } from '../../http/visitor.ts'
import { listAgents } from '../../oauth/agents.ts'
import {
  type Acceptance,
  acceptSuggestion,
  dismissSuggestions,
  itemsOfChanges,
} from '../../queue/actions/decide-suggestion.ts'
import { staleReason } from '../../queue/suggestions/stale.ts'
import { findSuggestion, listSuggestions } from '../../queue/suggestions/suggestion-row.ts'
import type { Services } from '../../services.ts'
import type { Notice } from '../../text/notice.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { AccountId, ClientId } from '../../ids.ts'

const messages = allMessages.agents.suggestions

/** Suggestions on one page; the next ones follow once these are decided. */
const SHOWN = 50
/** Changes of one suggestion, and of a page of them, which may change thousands of items. */
const CHANGES_SHOWN = 100
const CHANGES_OF_PAGE = 500

/** The suggestions of agents that have access, oldest first, with what each would change. */
export async function readSuggestions(
  { db, clock }: Services,
  accountId: AccountId,
  clientId?: ClientId,
): Promise<SuggestionView[]> {
  const agents = await liveAgents({ db, clock }, accountId)
  const clientIds = [...agents].filter((id) => clientId === undefined || id === clientId)
  const shown = await listSuggestions(db, accountId, { clientIds, limit: SHOWN })
  const sources = await itemsOf(db, accountId).findAll(
    shown.flatMap(({ injectionSource }) => injectionSource ?? []),
  )
  let left = CHANGES_OF_PAGE
  return Promise.all(
    shown.map(async (suggestion) => {
      const first = suggestion.changes.slice(0, Math.max(1, Math.min(CHANGES_SHOWN, left)))
      left -= first.length
      const items = await itemsOfChanges(db, accountId, first)
      const changes = first.map((change, index) => ({
        change,
        item: items[index],
        stale: staleReason(change, items[index]),
      }))
      const { injectionSource } = suggestion
      const source = injectionSource === null ? undefined : sources.get(injectionSource)
      return { suggestion, changes, more: suggestion.changes.length - first.length, source }
    }),
  )
}

async function liveAgents(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: AccountId,
): Promise<Set<string>> {
  return new Set((await listAgents(db, accountId, clock.now())).map(({ clientId }) => clientId))
}

/** `POST /agents/suggestions/{decision}`: accepts or dismisses one suggestion, or those that the page shows. */
export function suggestionSubmission(services: Services, decision: 'accept' | 'dismiss'): Handler {
  return signedIn(services, async (c, visitor) => {
    const form = await readForm(c, services, { session: visitor.session })
    const ids = textOf(form, 'suggestions').split(' ').filter(Boolean).slice(0, SHOWN)
    const returnTo = 'return' in form ? returnPath(textOf(form, 'return')) : '/agents'
    const notice =
      decision === 'accept' ? await accept(services, visitor, ids) : await dismiss(services, visitor, ids)
    return c.redirect(withFlash(services, visitor.formToken, { path: returnTo, notice }), 303)
  })
}

async function dismiss(services: Services, { session }: SignedIn, ids: string[]): Promise<Notice> {
  const caller = personCaller(services, session)
  const count = await dismissSuggestions(services, { accountId: session.accountId, caller, ids })
  return { kind: 'done', text: count === 0 ? messages.alreadyDecided : messages.dismissed(count) }
}

/** One by one, so that a suggestion that no longer applies does not stop the others. */
async function accept(services: Services, { session }: SignedIn, ids: string[]): Promise<Notice> {
  const { accountId } = session
  const caller = personCaller(services, session)
  const agents = await liveAgents(services, accountId)
  const outcomes: Acceptance[] = []
  for (const id of ids) {
    const agentId = (await findSuggestion(services.db, accountId, id))?.agent.id
    const isLive = agentId !== undefined && agents.has(agentId)
    outcomes.push(isLive ? await acceptSuggestion(services, { accountId, caller, id }) : { kind: 'gone' })
  }
  const accepted = outcomes.filter((outcome) => outcome.kind === 'accepted')
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
  const [only] = accepted
  const parts = [
    accepted.length > 0 && messages.accepted(accepted.length),
    refused.length > 0 && messages.refused(refused.length, refused[0]!.because),
    accepted.length + refused.length === 0 && messages.alreadyDecided,
  ]
  const values = accepted.length === 1 && only ? undoValues(only.act) : {}
  return {
    kind: accepted.length > 0 || refused.length === 0 ? 'done' : 'mistake',
    text: parts.filter(Boolean).join(' '),
    values,
  }
}
