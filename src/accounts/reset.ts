import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { tellSecurity } from '../ports/security-log.ts'
import { passwordReset } from './credential-letters.ts'
import { accountDisabled, isDisabled } from './disabled.ts'
import { tell } from './letters.ts'
import type { Origin } from './origin.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { accountRequester } from './requester.ts'
import { findRecovery, type Recovery, spendRecovery } from './recovery-token.ts'
import { type Kept, type Removed, resetCredentials } from './reset-credentials.ts'
import { hasSecondFactor, proveSecondFactor, type SecondFactorServices } from './second-factor.ts'

/** Ends the access of agents within the same transaction; gives the names of those that had it. */
type EndAgents = (tx: Connection, accountId: string) => Promise<string[]>

/** What a reset took away, agents too. */
export type RemovedByReset = Removed & { agents: string[] }

/**
 * Resets the password of the account that a link is for, uses the link up, and takes away what is not kept. Where
 * a second factor is on, a link that came by mail alone is not enough: it takes a code, and codes are asked for
 * afterwards too. Throws `invalid_input`, `wrong_credentials`, `too_many_requests`, `account_disabled`, and `not_offered` where the
 * link is over.
 */
export async function resetByLink(
  services: SecondFactorServices,
  { token, password, code }: { token: string; password: string; code: string },
  kept: Kept,
  endAgents: EndAgents,
  origin: Origin,
): Promise<{ email: string; removed: RemovedByReset }> {
  const { db, clock, random, log } = services
  const now = clock.now()
  const found = await findRecovery(db, token, now)
  if (!found) throw linkOver(services, origin)
  if (await isDisabled(db, found.accountId)) throw accountDisabled()
  checkNewPassword(password, found.email)
  const hash = await hashPassword(password, random, accountRequester(found.accountId))
  const needsCode = await isCodeNeeded(db, found)
  if (needsCode) await proveSecondFactor(services, found.accountId, code, origin)
  const removed = await db.transaction(async (tx) => {
    if (!(await spendRecovery(tx, token, now))) throw linkOver(services, origin)
    const hasTotp = needsCode || kept.hasTotp
    const credentials = await resetCredentials(tx, found.accountId, hash, { ...kept, hasTotp })
    return { ...credentials, agents: await endAgents(tx, found.accountId) }
  })
  tellSecurity(log, 'reset-done', origin.address, { account: found.accountId })
  tell(services, passwordReset(found.email, namesOf(removed)))
  return { email: found.email, removed }
}

/** Whether a link takes a code as well: not where whoever runs the service vouches for the person. */
export async function isCodeNeeded(db: Connection, { accountId, isByOperator }: Recovery): Promise<boolean> {
  return !isByOperator && (await hasSecondFactor(db, accountId))
}

/** Resets a password on the word of whoever runs the service. Throws `invalid_input`. */
export async function resetByOperator(
  services: SecondFactorServices,
  account: { id: string; email: string },
  password: string,
  kept: Kept,
  endAgents: EndAgents,
): Promise<RemovedByReset> {
  checkNewPassword(password, account.email)
  const hash = await hashPassword(password, services.random, accountRequester(account.id))
  const removed = await services.db.transaction(async (tx) => {
    const credentials = await resetCredentials(tx, account.id, hash, kept)
    return { ...credentials, agents: await endAgents(tx, account.id) }
  })
  return removed
}

/** What was removed, a line each. */
export function namesOf({ passkeys, connections, agents, hasTotp }: RemovedByReset): string[] {
  return [
    ...passkeys.map((name) => `Passkey: ${name}`),
    ...connections.map((issuer) => `Sign-in through ${issuer}`),
    ...agents.map((name) => `Agent: ${name}`),
    ...(hasTotp ? ['Two-step sign-in (turned off)'] : []),
  ]
}

function linkOver({ log }: SecondFactorServices, origin: Origin): Failure {
  tellSecurity(log, 'reset-refused', origin.address, { reason: 'link-over' })
  return recoveryOver()
}

export function recoveryOver(): Failure {
  return new Failure('not_offered', 'This link has been used or has expired. Ask for a new one.')
}
