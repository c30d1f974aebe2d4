import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { type Clock, DAY, MINUTE } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { Seal } from '../crypto/seal.ts'
import { type AuthorizationRequest, errorRedirect } from './authorization-request.ts'
import { findClient } from './clients.ts'
import { displayNameOf } from './client-name.ts'
import { recheckDocumentClient } from './document-clients.ts'
import { issueCode } from './issue-code.ts'
import { appendParameters } from './redirect-uri.ts'
import type { AccountId, ClientId } from '../ids.ts'

type DecideServices = { config: Config; db: Database; clock: Clock; random: Random; seal: Seal }

/** How long the consent page may stay open. */
const REQUEST_LIFETIME = 10 * MINUTE
/** Used codes are kept this long, to detect their reuse. */
export const CONSUMED_CODE_RETENTION = DAY

/** The validated authorization request, sealed into the consent form. */
type SealedRequest = {
  id: string
  sessionHash: string
  clientId: ClientId
  clientName: string
  /** When its document was fetched; null for a client without one. */
  fetchedAt: number | null
  redirectUri: string
  state: string | null
  challenge: string
}

/** The session of the person who decides. */
export type Approver = { accountId: AccountId; hash: string }

/** Seals a request into the consent form, so that a GET stores nothing. */
export function sealAuthorizationRequest(
  { seal, clock, random }: DecideServices,
  request: AuthorizationRequest,
  sessionHash: string,
): string {
  const { client } = request
  const sealedRequest: SealedRequest = {
    id: random.id(),
    sessionHash,
    clientId: client.id,
    clientName: displayNameOf(client, request.redirectUri),
    fetchedAt: client.origin.kind === 'document' ? client.origin.fetchedAt : null,
    redirectUri: request.redirectUri,
    state: request.state,
    challenge: request.challenge,
  }
  return seal.encrypt('authorization', sealedRequest, clock.now() + REQUEST_LIFETIME)
}

/**
 * Applies the person's decision, once; returns the redirect URI with the code. Throws `access_denied` for a denial (with
 * `redirectTo`) and for another session than the one that was asked, otherwise `invalid_request`.
 */
export async function decideAuthorization(
  services: DecideServices,
  approver: Approver,
  { sealed, decision }: { sealed: string; decision: string },
): Promise<string> {
  const { config, db, clock, random, seal } = services
  const now = clock.now()
  const sealedRequest = seal.decrypt('authorization', sealed) as SealedRequest | undefined
  if (!sealedRequest) {
    throw new Failure('invalid_request', 'This request has expired. Start again from the app.')
  }
  if (sealedRequest.sessionHash !== approver.hash) {
    throw new Failure(
      'access_denied',
      'You have signed in again since you opened this page. Start again from the app.',
    )
  }
  if (decision !== 'approve' && decision !== 'deny') {
    throw new Failure('invalid_request', 'The decision must be approve or deny.')
  }
  const code = await db.transaction(async (tx) => {
    await lockSession(tx, approver)
    const inserted = await tx.run(
      'INSERT INTO decided_requests (account_id, id, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      approver.accountId,
      sealedRequest.id,
      now + REQUEST_LIFETIME,
    )
    if (inserted === 0) {
      throw new Failure(
        'invalid_request',
        'This request has already been answered. Start again from the app.',
      )
    }
    const { clientId, fetchedAt } = sealedRequest
    if (fetchedAt !== null) {
      await recheckDocumentClient(tx, config, { ...sealedRequest, accountId: approver.accountId, fetchedAt })
    }
    if (decision === 'deny') return undefined
    if (fetchedAt === null) await findClient(tx, clientId, { config, now })
    return issueCode(tx, random, { binding: { ...sealedRequest, accountId: approver.accountId }, now })
  })
  if (code === undefined) {
    throw new Failure('access_denied', 'You denied access. Nothing was shared.', {
      redirectTo: errorRedirect(sealedRequest, 'access_denied', config.baseUrl),
    })
  }
  return appendParameters(sealedRequest.redirectUri, [
    ['code', code],
    ['state', sealedRequest.state],
    ['iss', config.baseUrl],
  ])
}

/** Locks account and session, so that a session ended by a concurrent password reset grants nothing. */
async function lockSession(tx: Connection, { accountId, hash }: Approver): Promise<void> {
  const forUpdate = tx.dialect.forUpdate
  await tx.row(`SELECT id FROM accounts WHERE id = ? ${forUpdate}`, accountId)
  const session = await tx.row(`SELECT hash FROM sessions WHERE hash = ? ${forUpdate}`, hash)
  if (!session) throw new Failure('access_denied', 'You are no longer signed in. Start again from the app.')
}
