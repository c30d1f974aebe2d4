import { showChangesTool, showTriageTool } from '../../mcp/app-tools.ts'
import { agentName } from '../../mcp/change.ts'
import { MAX_MATCHED } from '../../mcp/list.ts'
import { toolResult } from '../../mcp/result.ts'
import { chosenRow, shownTitle } from '../../mcp/row.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import type { Change } from '../../queue/history/change.ts'
import { countActs } from '../../queue/history/count-acts.ts'
import { itemTitles } from '../../queue/history/feed.ts'
import {
  findInjectionSourceInChanges,
  recordPromptInjection,
} from '../../queue/history/shown-prompt-injection.ts'
import { readChangesPage } from '../../queue/history/changes-page.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { listSuggestions } from '../../queue/suggestions/suggestion-row.ts'
import type { Suggestion } from '../../queue/suggestions/suggestion.ts'
import { refusalFor } from '../../queue/undo/describe-undo.ts'
import type { UndoPlan } from '../../queue/undo/plan-undo.ts'
import { planUndos } from '../../queue/undo/undo.ts'
import { truncate } from '../../text/truncate.ts'
import type { Services } from '../../services.ts'
import type { RunnableTool } from './runnable-tool.ts'
import { INJECTION_WARNING, warnOfPromptInjection } from './warn-of-prompt-injection.ts'
import type { AccountId } from '../../ids.ts'

/** An app shows few things at a time. */
const MAX_ITEMS = 10
const MAX_SUGGESTIONS = 5
const MAX_ACTS = 10
const MAX_TITLES = 3
/** UTF-16 units. */
const MAX_TITLE = 100
/** Changes that are looked through for acts of agents. */
const CONSIDERED = 100

const TRIAGE_FIELDS = ['id', 'title', 'url', 'site', 'readingMinutes', 'savedBy', 'reason']

const showTriage: RunnableTool = {
  tool: showTriageTool,
  async run(services, call) {
    const { accountId, agent } = call.bearer
    const filter = { state: 'unread' } as const
    const lists = listsOf(services, accountId)
    const page = await lists.page({ filter, limit: MAX_ITEMS })
    const matched = page.next ? await lists.count(filter, MAX_MATCHED) : page.items.length
    const waiting = await listSuggestions(services.db, accountId, {
      clientIds: [agent.id],
      limit: MAX_SUGGESTIONS,
    })
    const suggestions = await Promise.all(
      waiting.map((suggestion) => suggestionRow(services, accountId, suggestion)),
    )
    return toolResult({
      ...(await warnOfPromptInjection(services, call, { items: page.items })),
      matched,
      items: page.items.map((item) => chosenRow(item, TRIAGE_FIELDS)),
      ...(suggestions.length > 0
        ? { suggestions, decide: `${services.config.baseUrl}/agents#suggestions` }
        : {}),
    })
  },
}

async function suggestionRow(
  { db }: Services,
  accountId: AccountId,
  { id, changes, injectionSource }: Suggestion,
): Promise<Record<string, unknown>> {
  const first = changes.slice(0, MAX_TITLES)
  const items = await itemsOf(db, accountId).findAll(first.map(({ itemId }) => itemId))
  const titles = first.map(({ itemId, after }) => {
    const item = items.get(itemId)
    return item ? shownTitle(item) : (after?.url ?? '')
  })
  const actions = [...new Set(changes.map(({ action }) => titleOfAction(action)))]
  return {
    id,
    action: actions.join(', '),
    count: changes.length,
    titles,
    ...(injectionSource === null ? {} : { because: 'after reading a text that gives agents instructions' }),
  }
}

const showChanges: RunnableTool = {
  tool: showChangesTool,
  async run(services, { bearer }) {
    const { db, clock } = services
    const { accountId } = bearer
    const changesPage = await readChangesPage(db, accountId, { filter: {}, limit: CONSIDERED })
    const byAct = Map.groupBy(
      changesPage.changes.filter(({ actor }) => actor.kind === 'agent'),
      ({ act }) => act,
    )
    const acts = [...byAct.values()].slice(0, MAX_ACTS)
    const changes = acts.flat()
    const [plans, counts, { titles }] = await Promise.all([
      planUndos(db, accountId, { changes, now: clock.now() }),
      countActs(db, accountId, changes),
      itemTitles(db, accountId, changes),
    ])
    const injectionSource = await findInjectionSourceInChanges(changes, titles)
    await recordPromptInjection(services, bearer, injectionSource)
    const rows = acts.map((act) => actRow(act, { count: counts.get(act[0]!.act) ?? 1, titles, plans }))
    return toolResult({ ...(injectionSource === undefined ? {} : INJECTION_WARNING), changes: rows })
  },
}

type ActDetails = { count: number; titles: ReadonlyMap<string, string>; plans: ReadonlyMap<number, UndoPlan> }

/** An act of an agent: what it did, and why it can't be undone if it can't. */
function actRow(changes: Change[], { count, titles, plans }: ActDetails): Record<string, unknown> {
  const [{ act, at, actor }] = changes as [Change, ...Change[]]
  const reasons = changes.map((change) => reasonAgainst(change, plans.get(change.sequence)))
  const because = reasons.includes(undefined) ? undefined : reasons[0]
  return {
    act,
    by: agentName(actor.agent?.name ?? ''),
    did: [...new Set(changes.map(({ action }) => titleOfAction(action)))].join(', '),
    count,
    titles: changes.slice(0, MAX_TITLES).map(({ itemId }) => truncate(titles.get(itemId) ?? '', MAX_TITLE)),
    at: new Date(at).toISOString(),
    ...(changes.every(({ undoneBy }) => undoneBy !== null) ? { undone: true } : {}),
    ...(because === undefined ? {} : { because }),
  }
}

/** Why a change can't be undone; undefined if it can. */
function reasonAgainst(change: Change, plan: UndoPlan | undefined): string | undefined {
  if (!plan || plan.kind === 'possible') return undefined
  return plan.kind === 'refused' ? refusalFor({ ...plan, change }, 'agent') : plan.because
}

function titleOfAction(name: string): string {
  return catalogue.find((action) => action.name === name)?.title ?? name
}

export const appTools: RunnableTool[] = [showTriage, showChanges]
