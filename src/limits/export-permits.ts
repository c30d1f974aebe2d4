import { Failure } from '../failure.ts'
import type { AccountId, ClientId } from '../ids.ts'

/** Exports of one account's agents that run at the same time in one process; each agent has one, and the person another. */
const MAX_BY_AGENTS = 2
/** Seconds. */
const RETRY_AFTER = 30

/** Who exports: a person, or one of the agents. */
type Exporter = { accountId: AccountId; clientId: ClientId | null }

/** Begins an export, and returns what ends it. Throws `too_many_requests` while too many of the same caller run. */
export type ExportPermit = (exporter: Exporter) => () => void

/** An agent that reads its export slowly, or many of them, keep neither the person nor another account from theirs. */
export function createExportPermits(): ExportPermit {
  const running = new Set<Exporter>()
  return (exporter) => {
    const ofAccount = [...running].filter(({ accountId }) => accountId === exporter.accountId)
    if (ofAccount.some(({ clientId }) => clientId === exporter.clientId)) {
      throw refusal(
        exporter.clientId === null
          ? 'An export of this account is already running. Wait until it is done, then try again.'
          : 'An export of this agent is already running. Wait until it is done, then try again.',
      )
    }
    const byAgents = ofAccount.filter(({ clientId }) => clientId !== null)
    if (exporter.clientId !== null && byAgents.length >= MAX_BY_AGENTS)
      throw refusal(
        'Other agents are exporting this queue right now. Wait until one is done, then try again.',
      )
    running.add(exporter)
    return () => void running.delete(exporter)
  }
}

function refusal(detail: string): Failure {
  return new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
}
