import { LimitExceeded } from '../history/agent-limiter.ts'
import { recordLimitHit } from '../history/limit-hits.ts'
import { beginChange, type ChangeRequest, type ChangeServices, type QueueChange } from './queue-change.ts'

/**
 * Runs `work` as one change of an account's queue: everything is committed together with its history, or nothing is.
 * `action` names the change in the history. Throws `too_many_requests` if an agent exceeds one of its limits,
 * `quota_exceeded` if the account would exceed its quota, and whatever the caller's `verifyAccess` throws.
 */
export async function changeQueue<T>(
  services: ChangeServices,
  request: ChangeRequest,
  work: (queue: QueueChange) => Promise<T>,
): Promise<T> {
  const { db, clock, permits } = services
  const { accountId, caller } = request
  try {
    return await permits.withChange(accountId, () =>
      db.transaction(async (tx) => {
        const { queue, finish } = await beginChange(tx, services, request)
        const result = await work(queue)
        await finish()
        return result
      }),
    )
  } catch (error) {
    if (error instanceof LimitExceeded && caller.agent) {
      const key = { accountId, clientId: caller.agent.id }
      await recordLimitHit(db, key, { at: clock.now(), limit: error.limit })
    }
    throw error
  }
}
