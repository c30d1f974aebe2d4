import type { Connection } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices, QueueChange } from '../change/queue-change.ts'
import { findRecentInjectionSource } from '../history/content-access.ts'
import { storeSuggestion } from './store-suggestion.ts'
import {
  type RequestedChange,
  BecameSuggestion,
  suggestedBecause,
  type SuggestedChange,
} from './suggestion.ts'
import type { AccountId } from '../../ids.ts'

/** Ends the transaction of a change that is to be suggested, so that nothing of it stays. */
class RolledBack extends Error {
  readonly changes: SuggestedChange[]
  readonly injectionSource: string | null

  constructor(changes: SuggestedChange[], injectionSource: string | null) {
    super('Rolled back, to be suggested.')
    this.changes = changes
    this.injectionSource = injectionSource
  }
}

/**
 * Runs an action as one change of the queue. For an agent that may only suggest, and for one that has just read a text
 * with prompt injection, it is tried, rolled back and stored as a suggestion: then it throws
 * `BecameSuggestion`. What would change nothing, or fails, does so as ever.
 */
export async function runOrSuggest<T>(
  services: ChangeServices,
  { accountId, caller, request }: { accountId: AccountId; caller: Caller; request: RequestedChange },
  work: (queue: QueueChange) => Promise<T>,
): Promise<T> {
  try {
    return await changeQueue(services, { accountId, caller, action: request.action }, async (queue) => {
      const result = await work(queue)
      if (queue.changes.length === 0) return result
      const cause = await findCause(queue.tx, services.clock, { accountId, caller })
      if (!cause) return result
      const changes = queue.changes.map(({ action, itemId, search, before, after, afterReading }) => {
        return { action, itemId, search, before, after, afterReading }
      })
      throw new RolledBack(changes, cause.injectionSource)
    })
  } catch (error) {
    if (!(error instanceof RolledBack) || !caller.agent) throw error
    const { changes, injectionSource } = error
    const suggestion = { ...request, agent: caller.agent, changes, injectionSource }
    throw new BecameSuggestion(await storeSuggestion(services, { accountId, caller }, suggestion))
  }
}

/** Why what a caller changes now would only be suggested, in words for an agent; undefined if it would be made. */
export async function previewSuggestion(
  { db, clock }: Pick<ChangeServices, 'db' | 'clock'>,
  accountId: AccountId,
  caller: Caller,
): Promise<string | undefined> {
  const cause = await findCause(db, clock, { accountId, caller })
  return cause && `This would only be suggested: ${suggestedBecause(cause)}.`
}

/** Why a change is only suggested; undefined if it is made. */
async function findCause(
  tx: Connection,
  clock: Clock,
  { accountId, caller }: { accountId: AccountId; caller: Caller },
): Promise<{ injectionSource: string | null } | undefined> {
  // Through their own browser the person acts.
  if (caller.kind !== 'agent' || caller.isBrowser) return undefined
  if (await caller.mayOnlySuggest?.(tx)) return { injectionSource: null }
  const injectionSource = await findRecentInjectionSource(tx, clock, { accountId, clientId: caller.agent.id })
  return injectionSource === undefined ? undefined : { injectionSource }
}
