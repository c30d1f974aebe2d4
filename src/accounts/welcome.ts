import type { Connection } from '../database/database.ts'
import type { AccountId } from '../ids.ts'

/** The first steps of a new account, in order; step 1 is the first. */
export const WELCOME_STEPS = ['library', 'extension', 'agent'] as const

/** The step that somebody has come to: bringing links is done once there are some. */
export function reachedStep(welcomeStep: number, savedCount: number): number {
  return welcomeStep === 1 && savedCount > 0 ? 2 : welcomeStep
}

/** Ends a step by doing or skipping it, and so comes to the next; the last one ends them all. Repeating it changes nothing. */
export async function endWelcomeStep(db: Connection, accountId: AccountId, step: number): Promise<void> {
  const next = step < WELCOME_STEPS.length ? step + 1 : 0
  await db.run(
    'UPDATE accounts SET welcome_step = ? WHERE id = ? AND welcome_step > 0 AND welcome_step <= ?',
    next,
    accountId,
    step,
  )
}

/** Skips the steps that are left. */
export async function skipWelcome(db: Connection, accountId: AccountId): Promise<void> {
  await db.run('UPDATE accounts SET welcome_step = 0 WHERE id = ?', accountId)
}
