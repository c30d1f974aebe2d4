import { listedChanges } from '../../mcp/change.ts'
import { CHANGES_ARGUMENTS, listChangesTool } from '../../mcp/reading-tools.ts'
import { plainResult, toolResult } from '../../mcp/result.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { Change } from '../../queue/history/change.ts'
import { itemTitles, parseFeed, readFeed, startOf } from '../../queue/history/feed.ts'
import { historyOf } from '../../queue/history/history.ts'
import { readTimeline } from '../../queue/history/timeline.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Services } from '../../services.ts'
import type { RunnableTool } from './runnable-tool.ts'

type Changes = { changes: Change[]; titles: Map<string, string>; next: number; more: boolean }
type Wanted = { limit: number; since: number; by: string | undefined; action: string | undefined }

/** Newest first, or on from a change number. */
export const listChanges: RunnableTool = {
  tool: listChangesTool,
  async run(services, bearer, input) {
    const {
      limit = DEFAULT_PAGE,
      since = 0,
      by,
      action,
    } = parseInput(CHANGES_ARGUMENTS, {
      ...input,
      action: typeof input['action'] === 'string' ? input['action'].replaceAll('_', '-') : input['action'],
    })
    const wanted = { limit, since, by: by === 'me' ? bearer.agent.id : by, action }
    const isFrom = (input['after'] ?? '') !== ''
    const { changes, titles, next, more } = await (isFrom
      ? readOn(services, bearer, wanted, input)
      : readNewest(services, bearer, wanted))
    const answer = { next, ...(more ? { more } : {}) }
    if (changes.length === 0) return plainResult({ changes: [], ...answer })
    return toolResult({
      changes: listedChanges(changes, ({ itemId }) => titles.get(itemId) ?? ''),
      ...answer,
    })
  },
}

async function readNewest({ db }: Services, { accountId }: Bearer, wanted: Wanted): Promise<Changes> {
  const { limit, since, by, action } = wanted
  const { latest } = await historyOf(db, accountId).extent()
  const timeline = await readTimeline(db, accountId, { by, action }, limit)
  const changes = timeline.changes.filter(({ at }) => at >= since)
  const { titles } = await itemTitles(db, accountId, changes)
  return { changes, titles, next: latest, more: timeline.next !== undefined && changes.length === limit }
}

async function readOn(
  { db }: Services,
  { accountId }: Bearer,
  { limit, since, by, action }: Wanted,
  input: RawInput,
): Promise<Changes> {
  const extent = await historyOf(db, accountId).extent()
  const after = startOf(parseFeed({ after: input['after'] }).after, extent)
  const { changes, titles } = await readFeed(db, accountId, after, limit)
  const isWanted = ({ at, actor, action: done }: Change) =>
    at >= since &&
    (action === undefined || done === action) &&
    (by === undefined ? actor.kind !== 'service' : actor.kind === by || actor.agent?.id === by)
  const next = changes.at(-1)?.sequence ?? after
  return { changes: changes.filter(isWanted), titles, next, more: next < extent.latest }
}
