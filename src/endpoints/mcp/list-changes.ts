import { invalidField } from '../../failure.ts'
import { agentName, groupChanges, listedChanges, listedOneByOne } from '../../mcp/change.ts'
import { CHANGES_ARGUMENTS, listChangesTool } from '../../mcp/read-only-tools.ts'
import { plainResult, toolResult } from '../../mcp/result.ts'
import { listAgentNames } from '../../oauth/agents.ts'
import { reverifyBearer } from '../../oauth/verify-access-token.ts'
import { SECOND } from '../../ports/clock.ts'
import type { Change } from '../../queue/history/change.ts'
import { endOfUniformAct, sizesOfActs } from '../../queue/history/count-acts.ts'
import {
  endOf,
  type FeedStart,
  itemTitles,
  parseFeed,
  readFeed,
  resolveStart,
} from '../../queue/history/feed.ts'
import { type FeedCursor, writeFeedCursor } from '../../queue/history/feed-cursor.ts'
import { historyOf } from '../../queue/history/history.ts'
import {
  findInjectionSourceInChanges,
  recordPromptInjection,
} from '../../queue/history/shown-prompt-injection.ts'
import { readChangesPage, type ChangesPage, type ChangesFilter } from '../../queue/history/changes-page.ts'
import { findUndoneActs } from '../../queue/history/undone-acts.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Services } from '../../services.ts'
import { waitForChanges } from '../shared/wait-for-changes.ts'
import { INJECTION_WARNING } from './warn-of-prompt-injection.ts'
import type { McpCall, RunnableTool } from './runnable-tool.ts'
import type { AccountId } from '../../ids.ts'

/** `more` is set where `next` goes on at once, `older` where there are changes before these. */
type Changes = {
  changes: Change[]
  titles: Map<string, string>
  next: FeedCursor
  more?: boolean
  older?: number | undefined
}
type ChangeCriteria = { limit: number; since: number } & Pick<ChangesFilter, 'act' | 'by' | 'action'>

/** Newest first, or on from a position. */
export const listChanges: RunnableTool = {
  tool: listChangesTool,
  async run(services, call, input) {
    const {
      limit = DEFAULT_PAGE,
      since = 0,
      by,
      act,
      action,
      wait = 0,
      before,
    } = parseInput(
      CHANGES_ARGUMENTS,
      {
        ...input,
        action: typeof input['action'] === 'string' ? input['action'].replaceAll('_', '-') : input['action'],
      },
      services.clock.now(),
    )
    const { accountId } = call.bearer
    const criteria = { limit, since, act, by: await whoIs(services, call, by), action }
    const { after } = parseFeed({ after: input['after'] })
    if (wait > 0 && after === undefined) {
      throw invalidField('wait', '"wait" needs "after": the "next" of an answer, or "latest".')
    }
    if (before !== undefined && after !== undefined) {
      throw invalidField('before', 'Give "before" for older changes or "after" for newer ones, not both.')
    }
    if (act !== undefined && after !== undefined) {
      throw invalidField('act', 'Give "act" for the changes of an act or "after" for newer ones, not both.')
    }
    const start = await resolveStart(services.db, accountId, after ?? 'latest')
    const { changes, titles, next, more, older } = await (after === undefined
      ? readNewest(services, accountId, { start, ...criteria, before })
      : readOn(services, call, { start, criteria, wait }))
    const position = { ...(more ? { more } : {}), ...(older === undefined ? {} : { older }) }
    const answer = { next: writeFeedCursor(next), ...position }
    if (act !== undefined && changes.length === 0 && before === undefined)
      throw invalidField('act', `There is no act ${act}, or nothing of it matches.`)
    if (changes.length === 0) return plainResult({ changes: [], ...answer })
    const injectionSource = await findInjectionSourceInChanges(changes, titles)
    await recordPromptInjection(services, call.bearer, injectionSource)
    const context = {
      titleOf: ({ itemId }: Change) => titles.get(itemId) ?? '',
      undone: await findUndoneActs(services.db, accountId, changes),
    }
    return toolResult({
      ...(injectionSource === undefined ? {} : INJECTION_WARNING),
      changes:
        act === undefined
          ? listedChanges(changes, { ...context, sizes: await sizesOfActs(services, accountId, changes) })
          : listedOneByOne(changes, context),
      ...answer,
    })
  },
}

/** The most pages that are read for one answer. */
const MAX_PAGES = 10

type Newest = ChangeCriteria & { start: FeedStart; before: number | undefined }

/** Reads on while there are fewer rows than wanted: one row may tell of many changes. */
async function readNewest(
  services: Services,
  accountId: AccountId,
  { start: { after: latest }, limit, since, act, by, action, before }: Newest,
): Promise<Changes> {
  const { db } = services
  const changes: Change[] = []
  let older = before
  for (let pages = 0, missing = limit; missing > 0 && pages < MAX_PAGES; pages++) {
    const page = await readChangesPage(db, accountId, {
      filter: { act, by, action },
      limit: missing,
      below: older,
    })
    const recent = page.changes.filter(({ at }) => at >= since)
    changes.push(...recent)
    const isAllSince = recent.length < page.changes.length
    if (isAllSince || page.next === undefined) {
      older = undefined
      break
    }
    older = act === undefined ? await beforeAct(services, accountId, page) : page.next
    missing = limit - (act === undefined ? groupChanges(changes) : changes).length
  }
  const { titles } = await itemTitles(db, accountId, changes)
  return { changes, titles, next: latest, older }
}

/** Where the changes before a page begin: before the act that it ends in, if one row tells of the whole act. */
async function beforeAct(
  services: Services,
  accountId: AccountId,
  { changes, next }: ChangesPage,
): Promise<number | undefined> {
  const last = changes.at(-1)
  if (!last || next !== last.sequence || last.act === last.sequence) return next
  const end = await endOfUniformAct(services, accountId, last)
  return end === undefined ? next : last.act
}

/** Where the changes after a page begin: after the act that it ends in, if one row tells of the whole act. */
async function afterAct(services: Services, accountId: AccountId, last: Change): Promise<FeedCursor> {
  const end = (await endOfUniformAct(services, accountId, last)) ?? last.sequence
  const { at } = (await historyOf(services.db, accountId).find(end)) ?? last
  return { sequence: end, at }
}

/** Waits up to `wait` seconds where there is nothing that is wanted. */
async function readOn(
  services: Services,
  { bearer, whenGone }: McpCall,
  { start: { after, latest }, criteria, wait }: { start: FeedStart; criteria: ChangeCriteria; wait: number },
): Promise<Changes> {
  const { db, clock } = services
  const { accountId } = bearer
  let next = after
  const { feed } = await waitForChanges(services, {
    accountId,
    duration: wait * SECOND,
    signal: whenGone,
    recheckAccess: () => reverifyBearer(db, bearer, clock.now()),
    async read() {
      const feed = await readMatching(services, accountId, { start: next, ...criteria })
      next = feed.next
      return { feed, position: next.sequence, isDone: feed.changes.length > 0 }
    },
  })
  return { ...feed, more: next.sequence < latest }
}

/** Whom a name means: whoever asks, the person, the service, or the agents that are called so. Throws `invalid_input`. */
async function whoIs(
  { db }: Services,
  { bearer: { accountId, agent } }: McpCall,
  name: string | undefined,
): Promise<ChangesFilter['by']> {
  if (name === undefined || name === 'person' || name === 'service') return name
  if (name === 'me') return agent.id
  const lowerCaseName = name.toLowerCase()
  const called = (await listAgentNames(db, accountId)).filter(
    (known) =>
      known.name.toLowerCase() === lowerCaseName || agentName(known.name).toLowerCase() === lowerCaseName,
  )
  if (called.length > 0) return called.map(({ id }) => id)
  throw invalidField('by', '"by" takes person, me, service, or the name of an agent as in an answer.')
}

function isBy({ kind, agent }: Change['actor'], by: ChangesFilter['by']): boolean {
  if (by === undefined) return kind !== 'service'
  return typeof by === 'string' ? kind === by || agent?.id === by : by.includes(agent?.id ?? '')
}

async function readMatching(
  services: Services,
  accountId: AccountId,
  { start, limit, since, by, action }: ChangeCriteria & { start: FeedCursor },
): Promise<Omit<Changes, 'more'>> {
  const isWanted = ({ at, actor, action: done }: Change) =>
    at >= since && (action === undefined || done === action) && isBy(actor, by)
  let next = start
  for (let pages = 1; ; pages++) {
    const feed = await readFeed(services.db, accountId, { after: next.sequence, limit })
    const last = feed.changes.at(-1)
    next = last && isWanted(last) ? await afterAct(services, accountId, last) : endOf(feed, next)
    const changes = feed.changes.filter(isWanted)
    if (changes.length > 0 || feed.changes.length === 0 || pages === MAX_PAGES) {
      return { changes, titles: feed.titles, next }
    }
  }
}
