import type { Connection } from '../../database/database.ts'
import type { AccountId } from '../../ids.ts'

/** Added to `due_at` of a disabled account's jobs, later than any date, and subtracted again when it is enabled. */
export const SUSPENSION = 1e14

/** Resumes the jobs that were suspended while the account was disabled. */
export async function resumeWork(tx: Connection, accountId: AccountId): Promise<void> {
  await tx.run(
    'UPDATE jobs SET due_at = due_at - ? WHERE account_id = ? AND due_at >= ?',
    SUSPENSION,
    accountId,
    SUSPENSION,
  )
}
