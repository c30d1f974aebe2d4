import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { readSession, signedIn } from '../../http/visitor.ts'
import { readQueueSummary } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { streamEvents } from '../shared/event-stream.ts'

/** One browser needs one, which its windows share; more only for a moment, while one of them hands over to another. */
const MAX_STREAMS = 4
/** Seconds. */
const RETRY_AFTER = 60

/**
 * `GET /queue/live`: tells the open list of a browser that something has changed, by the number of the latest change. What
 * it is the list then asks for.
 */
export function liveList(services: Services): Handler {
  const open = new Map<string, number>()
  return signedIn(services, async (c, { session }) => {
    const { accountId, hash } = session
    const count = open.get(hash) ?? 0
    if (count >= MAX_STREAMS) {
      const detail = 'This browser follows its queue already. Close some of its windows.'
      throw new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
    }
    c.header('Cache-Control', 'private, no-store, no-transform')
    const { lastChange } = await readQueueSummary(services.db, accountId)
    const requested = Number(c.req.header('last-event-id') ?? c.req.query('after'))
    // A number from before the service was restored from a backup may be beyond all that there are.
    const after =
      Number.isSafeInteger(requested) && requested >= 0 ? Math.min(requested, lastChange) : lastChange
    const isStream = c.req.method === 'GET'
    if (isStream) open.set(hash, count + 1)
    const release = () => {
      const rest = (open.get(hash) ?? 1) - 1
      if (rest > 0) open.set(hash, rest)
      else open.delete(hash)
    }
    try {
      return await streamEvents(c, services, {
        accountId,
        after,
        async recheckAccess() {
          if (!(await readSession(c, services))) throw new Failure('unauthorized', 'This session has ended.')
        },
        async read(position) {
          const last = (await readQueueSummary(services.db, accountId)).lastChange
          return { text: last > position ? `id: ${last}\ndata: ${last}\n\n` : '', last }
        },
        isShared: false,
        onEnd: release,
      })
    } catch (error) {
      release()
      throw error
    }
  })
}
