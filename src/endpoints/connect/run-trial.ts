import type { CheckedStep } from '../../html/connector-check-page.ts'
import { allWords } from '../../html/words/words.ts'
import { forgetClient } from '../../oauth/forget-client.ts'
import { checkExchange, checkRegistration, checkRevocation, checkToolCall } from './access-steps.ts'
import { checkAddress, checkChallenge, checkDiscovery } from './discovery-steps.ts'
import { Obstacle } from './obstacle.ts'
import type { Trial } from './trial.ts'

const words = allWords.connect.check

/** What a client does, in its order. */
const STEPS: [name: keyof typeof words.steps, run: (trial: Trial) => Promise<void>][] = [
  ['address', checkAddress],
  ['discovery', checkDiscovery],
  ['challenge', checkChallenge],
  ['registration', checkRegistration],
  ['exchange', checkExchange],
  ['call', checkToolCall],
  ['revocation', checkRevocation],
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
  for (const [name, run] of STEPS) {
    const title = words.steps[name]
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
