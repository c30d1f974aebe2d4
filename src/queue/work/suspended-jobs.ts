import type { Connection } from '../../database/database.ts'

/** Added to when a job of a disabled account is due: further than any date, and taken off again when it is enabled. */
export const SUSPENSION = 1e14

/** Lets the jobs go on that were set aside while the account was disabled. */
export async function resumeWork(tx: Connection, accountId: string): Promise<void> {
  await tx.run(
    'UPDATE jobs SET due_at = due_at - ? WHERE account_id = ? AND due_at >= ?',
    SUSPENSION,
    accountId,
    SUSPENSION,
  )
}
