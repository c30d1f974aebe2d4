import { transferOwnership } from '../accounts/owner.ts'
import { findAccountId } from '../accounts/account.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { openExistingServices } from './require-service.ts'
import { UsageError } from './usage-error.ts'

/** Makes an account the owner; the service may be running. Throws UsageError and Failure. */
export async function setOwner(config: Config, args: string[]): Promise<void> {
  const [given, ...more] = args
  if (!given || more.length > 0 || given.startsWith('-'))
    throw new UsageError('owner takes the email address of an account.')
  const { db } = await openExistingServices(config)
  try {
    const id = await findAccountId(db, given)
    if (id === undefined) throw new Failure('not_found', `There is no account with the address ${given}.`)
    await db.transaction((tx) => transferOwnership(tx, id))
    console.log(`${given} is now the owner of this service.`)
  } finally {
    await db.close()
  }
}
