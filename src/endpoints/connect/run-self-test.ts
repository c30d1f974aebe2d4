import type { CheckedStep } from '../../html/connect/connector-check-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { deleteClient } from '../../oauth/delete-client.ts'
import { checkExchange, checkRegistration, checkRevocation, checkToolCall } from './access-steps.ts'
import { checkAddress, checkChallenge, checkDiscovery } from './discovery-steps.ts'
import { StepFailure } from './step-failure.ts'
import type { SelfTest } from './self-test.ts'

const messages = allMessages.connect.check

/** The steps of a client connecting, in order. */
const STEPS: [name: keyof typeof messages.steps, run: (selfTest: SelfTest) => Promise<void>][] = [
  ['address', checkAddress],
  ['discovery', checkDiscovery],
  ['challenge', checkChallenge],
  ['registration', checkRegistration],
  ['exchange', checkExchange],
  ['call', checkToolCall],
  ['revocation', checkRevocation],
]

/** Runs the steps until one fails, and always deletes the client and its grant. */
export async function runSelfTest(selfTest: SelfTest): Promise<CheckedStep[]> {
  const { services, accountId, redirectUri, startedAt } = selfTest
  try {
    return await runSteps(selfTest)
  } finally {
    await deleteClient(services.db, accountId, { id: selfTest.clientId, redirectUri, since: startedAt })
  }
}

async function runSteps(selfTest: SelfTest): Promise<CheckedStep[]> {
  const steps: CheckedStep[] = []
  for (const [name, run] of STEPS) {
    const title = messages.steps[name]
    const isOver = steps.some(({ outcome }) => outcome === 'failed')
    steps.push(isOver ? { title, outcome: 'not tried' } : await outcomeOf(title, run(selfTest)))
  }
  return steps
}

async function outcomeOf(title: string, step: Promise<void>): Promise<CheckedStep> {
  try {
    await step
    return { title, outcome: 'ok' }
  } catch (error) {
    if (error instanceof StepFailure) return { title, outcome: 'failed', problem: error.message }
    throw error
  }
}
