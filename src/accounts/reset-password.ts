import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { logSecurityEvent } from '../ports/security-log.ts'
import { passwordResetEmail } from './security-emails.ts'
import { lockAccount } from './account.ts'
import { accountDisabled, isDisabled } from './disabled.ts'
import { sendEmailInBackground, sendNotification } from './emails.ts'
import type { RequestSource } from './request-source.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { accountSchedulingKey } from './scheduling-key.ts'
import {
  findPasswordResetToken,
  type ValidResetToken,
  consumePasswordResetToken,
} from './password-reset-tokens.ts'
import { type KeptCredentials, type RemovedByReset, resetCredentials } from './reset-credentials.ts'
import { hasSecondFactor, verifySecondFactor, type SecondFactorServices } from './second-factor.ts'
import type { AccountId } from '../ids.ts'

/** Revokes agents' grants within the same transaction; returns the names of the agents. */
type RevokeAgents = (tx: Connection, accountId: AccountId) => Promise<string[]>

type ResetRequest = { token: string; password: string; code: string; requestSource: RequestSource }

/**
 * Resets the password by an emailed link, uses the link up, and removes the credentials that are not kept. With two-step
 * sign-in on, an emailed link also needs a code, and two-step sign-in stays on. Throws `invalid_input`,
 * `wrong_credentials`, `too_many_requests`, `busy`, `account_disabled`, `changed_meanwhile` when two-step sign-in is turned
 * on at the same moment, and `expired` for an invalid link.
 */
export async function resetByLink(
  services: SecondFactorServices,
  { token, password, code, requestSource }: ResetRequest,
  { kept, revokeAgents }: { kept: KeptCredentials; revokeAgents: RevokeAgents },
): Promise<{ email: string; removed: RemovedByReset }> {
  const { db, clock, log } = services
  const now = clock.now()
  const reset = await findPasswordResetToken(db, token, now)
  if (!reset) throw refuseLink(services, requestSource)
  if (await isDisabled(db, reset.accountId)) throw accountDisabled()
  checkNewPassword(password, reset.email)
  const hash = await hashPassword(services, password, accountSchedulingKey(reset.accountId))
  const needsCode = await isCodeNeeded(db, reset)
  if (needsCode) await verifySecondFactor(services, reset.accountId, { code, requestSource })
  const removed = await db.transaction(async (tx) => {
    await lockAccount(tx, reset.accountId)
    if (!needsCode && (await isCodeNeeded(tx, reset))) throw codeNeededNow()
    if (!(await consumePasswordResetToken(tx, token, now))) throw refuseLink(services, requestSource)
    const keepsTotp = needsCode || kept.keepsTotp
    const credentials = await resetCredentials(tx, reset.accountId, {
      passwordHash: hash,
      kept: { ...kept, keepsTotp },
    })
    return { ...credentials, agents: await revokeAgents(tx, reset.accountId) }
  })
  logSecurityEvent(log, 'reset-done', { address: requestSource.ipAddress, account: reset.accountId })
  sendEmailInBackground(services, passwordResetEmail(reset.email, removed))
  return { email: reset.email, removed }
}

/** Whether a link also needs a code: two-step sign-in is on, and the link is not from the operator. */
export async function isCodeNeeded(
  db: Connection,
  { accountId, isCreatedByOperator }: ValidResetToken,
): Promise<boolean> {
  return !isCreatedByOperator && (await hasSecondFactor(db, accountId))
}

/** Resets a password on behalf of the operator, and emails the person. Throws `invalid_input`, `busy`. */
export async function resetByOperator(
  services: SecondFactorServices,
  account: { id: string; email: string },
  { password, kept, revokeAgents }: { password: string; kept: KeptCredentials; revokeAgents: RevokeAgents },
): Promise<RemovedByReset> {
  checkNewPassword(password, account.email)
  const hash = await hashPassword(services, password, accountSchedulingKey(account.id))
  const removed = await services.db.transaction(async (tx) => {
    const credentials = await resetCredentials(tx, account.id, { passwordHash: hash, kept })
    return { ...credentials, agents: await revokeAgents(tx, account.id) }
  })
  await sendNotification(services, passwordResetEmail(account.email, removed))
  return removed
}

/** One line for each thing that was removed. */
export function removedNames({ passkeyNames, identities, agents, wasTotpRemoved }: RemovedByReset): string[] {
  return [
    ...passkeyNames.map((name) => `Passkey: ${name}`),
    ...identities.map((issuer) => `Sign-in through ${issuer}`),
    ...agents.map((name) => `Agent: ${name}`),
    ...(wasTotpRemoved ? ['Two-step sign-in (turned off)'] : []),
  ]
}

function codeNeededNow(): Failure {
  return new Failure(
    'changed_meanwhile',
    'Two-step sign-in was turned on meanwhile. Open the link again and enter a code as well.',
  )
}

function refuseLink({ log }: SecondFactorServices, requestSource: RequestSource): Failure {
  logSecurityEvent(log, 'reset-refused', { address: requestSource.ipAddress, reason: 'link-over' })
  return resetLinkExpired()
}

export function resetLinkExpired(): Failure {
  return new Failure('expired', 'This link has been used or has expired. Ask for a new one.')
}
