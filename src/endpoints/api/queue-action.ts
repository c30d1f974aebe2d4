import type { Context, Handler } from 'hono'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { agentCaller } from '../../http/caller.ts'
import { isLargeBody } from '../../http/read-body.ts'
import { readEntries, readInput } from '../../http/read-input.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { QueueAction } from '../../queue/actions/action.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { runQueueAction } from '../../queue/actions/run-action.ts'
import type { Services } from '../../services.ts'
import { changesEntity, importedEntity, undoneEntity } from '../../siren/outcome.ts'
import { itemEntity, itemHref } from '../../siren/item.ts'
import { savedSearchEntity, savedSearchHref } from '../../siren/saved-search.ts'
import { authenticated } from './authenticated.ts'
import { rejectUnknownMembers } from './parameters.ts'
import { createQueueResponder, type QueueResponder } from './queue.ts'
import { actLink, linkToAct, siren } from './respond.ts'

/**
 * Runs an action on the queue. A single saved link is answered with its item, 201 if it is new; several links with
 * the page of the queue that begins with them; a saved search with itself, or 204 if it was removed; other changes with
 * their outcomes.
 */
export function queueActionEndpoint(services: Services, action: QueueAction): Handler {
  const respondWithQueue = createQueueResponder(services)
  return authenticated(services, (c, bearer) => {
    const run = () => answerAction(c, services, { bearer, action, respondWithQueue })
    return isLargeBody(c.req.raw) ? services.permits.withPage(bearer.accountId, run) : run()
  })
}

type QueueRequest = { bearer: Bearer; action: QueueAction; respondWithQueue: QueueResponder }

async function answerAction(
  c: Context,
  services: Services,
  { bearer, action, respondWithQueue }: QueueRequest,
): Promise<Response> {
  const limits = actionBodyLimits(action.fields)
  const input =
    action.outcome === 'imported' ? await readEntries(c.req.raw, limits) : await readInput(c.req.raw, limits)
  rejectUnknownMembers(input, action)
  const { baseUrl } = services.config
  const { accountId } = bearer
  const caller = agentCaller(services, bearer)
  if (action.outcome === 'changes') {
    const changes = await runQueueAction(services, { accountId, caller, action }, input)
    linkToAct(c, changes.act, baseUrl)
    return siren(c, changesEntity(changes, baseUrl))
  }
  if (action.outcome === 'imported') {
    const imported = await runQueueAction(services, { accountId, caller, action }, input)
    linkToAct(c, imported.act, baseUrl)
    return siren(c, importedEntity(imported, baseUrl))
  }
  if (action.outcome === 'undone') {
    const undone = await runQueueAction(services, { accountId, caller, action }, input)
    linkToAct(c, undone.act, baseUrl)
    return siren(c, undoneEntity(undone, baseUrl))
  }
  if (action.outcome === 'search') {
    const done = await runQueueAction(services, { accountId, caller, action }, input)
    linkToAct(c, done.act, baseUrl)
    if (done.isRemoved) return c.body(null, 204)
    c.header(done.isNew ? 'Location' : 'Content-Location', savedSearchHref(done.search.name, baseUrl))
    return siren(c, savedSearchEntity(done.search, baseUrl), done.isNew ? 201 : 200)
  }
  const saved = await runQueueAction(services, { accountId, caller, action }, input)
  const [only] = saved
  const act = only?.act ?? null
  if (only && saved.length === 1 && action.path === '') {
    linkToAct(c, act, baseUrl)
    const href = itemHref(only.item.id, baseUrl)
    c.header(only.isNew ? 'Location' : 'Content-Location', href)
    return siren(c, itemEntity(only.item, baseUrl), only.isNew ? 201 : 200)
  }
  const limit = Math.max(DEFAULT_PAGE, saved.length)
  const response = await respondWithQueue(c, bearer, { search: { filter: { state: 'unread' }, limit } })
  if (act !== null) response.headers.append('Link', actLink(act, baseUrl))
  return response
}
