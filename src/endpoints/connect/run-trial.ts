import type { CheckedStep } from '../../html/connector-check-page.ts'
import { forgetClient } from '../../oauth/forget-client.ts'
import { checkExchange, checkRegistration, checkRevocation, checkToolCall } from './access-steps.ts'
import { checkAddress, checkChallenge, checkDiscovery } from './discovery-steps.ts'
import { Obstacle } from './obstacle.ts'
import type { Trial } from './trial.ts'

/** What a client does, in its order. */
const STEPS: [title: string, run: (trial: Trial) => Promise<void>][] = [
  ['The address is one that clients accept', checkAddress],
  ['Clients find out where to sign in', checkDiscovery],
  ['A call without a token is sent to sign in', checkChallenge],
  ['A client can register', checkRegistration],
  ['A permission is exchanged for a token', checkExchange],
  ['A tool call with the token is answered', checkToolCall],
  ['The client can give its access back', checkRevocation],
]

/** Goes the way of a client until something stands in it; however it ends, nothing of the trial stays. */
export async function runTrial(trial: Trial): Promise<CheckedStep[]> {
  const { services, accountId, redirectUri, startedAt } = trial
  try {
    return await runSteps(trial)
  } finally {
    await forgetClient(services.db, accountId, { id: trial.clientId, redirectUri, since: startedAt })
  }
}

async function runSteps(trial: Trial): Promise<CheckedStep[]> {
  const steps: CheckedStep[] = []
  for (const [title, run] of STEPS) {
    const isOver = steps.some(({ outcome }) => outcome === 'failed')
    steps.push(isOver ? { title, outcome: 'not tried' } : await outcomeOf(title, run(trial)))
  }
  return steps
}

async function outcomeOf(title: string, step: Promise<void>): Promise<CheckedStep> {
  try {
    await step
    return { title, outcome: 'ok' }
  } catch (error) {
    if (error instanceof Obstacle) return { title, outcome: 'failed', problem: error.message }
    throw error
  }
}
