import type { Connection } from '../../database/database.ts'
import type { Change } from './change.ts'
import { selectChanges } from './change-row.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** The last change that an agent made before `at`; undefined if the history has none. */
export async function lastChangeBy(
  db: Connection,
  { accountId, clientId, at }: { accountId: AccountId; clientId: ClientId; at: number },
): Promise<Change | undefined> {
  const [change] = await selectChanges(
    db,
    'changes WHERE account_id = ? AND client_id = ? AND at < ? ORDER BY at DESC, sequence DESC LIMIT 1',
    accountId,
    clientId,
    at,
  )
  return change
}
