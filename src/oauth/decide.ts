import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { Seal } from '../crypto/seal.ts'
import { type AuthorizationRequest, errorAnswer } from './authorization-request.ts'
import { findClient } from './clients.ts'
import { issueCode } from './issue-code.ts'
import { withAnswer } from './redirect-uri.ts'

type DecideServices = { config: Config; db: Database; clock: Clock; random: Random; seal: Seal }

/** How long the consent page may stay open. */
const PENDING_LIFETIME = 10 * MINUTE
/** A spent code is remembered this long, so that its reuse is noticed. */
export const SPENT_CODE_KEPT = DAY

/** What the decision needs, as the server itself read it at the GET. */
type Pending = {
  id: string
  /** Of the session that was asked. */
  sessionHash: string
  clientId: string
  redirectUri: string
  state: string | null
  challenge: string
}

/** The person that decides. */
export type Decider = { accountId: string; hash: string }

/** Seals a request for the consent form: an anonymous GET stores nothing. */
export function sealPending(
  { seal, clock, random }: DecideServices,
  request: AuthorizationRequest,
  sessionHash: string,
): string {
  const pending: Pending = {
    id: random.id(),
    sessionHash,
    clientId: request.client.id,
    redirectUri: request.redirectUri,
    state: request.state,
    challenge: request.challenge,
  }
  return seal.close('authorization', pending, clock.now() + PENDING_LIFETIME)
}

/**
 * Takes the person's decision, once; gives the redirect URI with the code. Throws `access_denied` for
 * a denial (with `redirectTo`) and for another session than the asked one, else `invalid_request`.
 */
export async function decide(
  services: DecideServices,
  decider: Decider,
  sealed: string,
  decision: string,
): Promise<string> {
  const { config, db, clock, random, seal } = services
  const now = clock.now()
  const pending = seal.open('authorization', sealed) as Pending | undefined
  if (!pending) {
    throw new Failure(
      'invalid_request',
      'There is no pending authorization in this form, or it is too old. Start again from the app.',
    )
  }
  if (pending.sessionHash !== decider.hash) {
    throw new Failure(
      'access_denied',
      'You have signed in anew since this page was opened. Start again from the app.',
    )
  }
  if (decision !== 'approve' && decision !== 'deny') {
    throw new Failure('invalid_request', 'The decision must be approve or deny.')
  }
  const code = await db.transaction(async (tx) => {
    await holdSession(tx, decider)
    const isFirst = await tx.run(
      'INSERT INTO decisions (account_id, id, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      decider.accountId,
      pending.id,
      now + PENDING_LIFETIME,
    )
    if (isFirst === 0) {
      throw new Failure('invalid_request', 'This request was decided already. Start again from the app.')
    }
    if (decision === 'deny') return undefined
    await findClient(tx, pending.clientId, config, now)
    return issueCode(tx, random, { ...pending, accountId: decider.accountId }, now)
  })
  if (code === undefined) {
    throw new Failure('access_denied', 'You did not allow the access. Nothing was shared.', {
      redirectTo: errorAnswer(pending, 'access_denied', config.baseUrl),
    })
  }
  return withAnswer(pending.redirectUri, [
    ['code', code],
    ['state', pending.state],
    ['iss', config.baseUrl],
  ])
}

/** A session that ends at this moment, as by a reset of the password, lets nobody in any more. */
async function holdSession(tx: Connection, { accountId, hash }: Decider): Promise<void> {
  const hold = tx.dialect.forUpdate
  await tx.row(`SELECT id FROM accounts WHERE id = ? ${hold}`, accountId)
  const session = await tx.row(`SELECT hash FROM sessions WHERE hash = ? ${hold}`, hash)
  if (!session)
    throw new Failure('access_denied', 'You are not signed in any more. Start again from the app.')
}
