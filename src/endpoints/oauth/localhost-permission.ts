import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readSession } from '../../http/visitor.ts'
import type { AuthorizationRequest } from '../../oauth/authorization-request.ts'
import { displayNameOf } from '../../oauth/client-name.ts'
import { permitLocalhost } from '../../oauth/localhost-permissions.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import type { ClientId } from '../../ids.ts'

/** How long the page that asks may stay open. */
const QUESTION_LIFETIME = 10 * MINUTE
const PURPOSE = 'localhost permission'

type SealedPermission = { sessionHash: string; clientId: ClientId; clientName: string; authorizePath: string }

/** Seals what the person is asked into the form, so that only that can be answered, by that session. */
export function sealPermission(
  { seal, clock }: Services,
  { client, redirectUri }: AuthorizationRequest,
  { sessionHash, authorizePath }: { sessionHash: string; authorizePath: string },
): string {
  const permission: SealedPermission = {
    sessionHash,
    clientId: client.id,
    clientName: displayNameOf(client, redirectUri),
    authorizePath,
  }
  return seal.encrypt(PURPOSE, permission, clock.now() + QUESTION_LIFETIME)
}

/** POST /oauth/localhost: the answer. Once allowed, the authorization request goes on. */
export function localhostPermission(services: Services): Handler {
  return async (c) => {
    const session = await readSession(c, services)
    if (!session) throw new Failure('access_denied', 'You are no longer signed in. Start again from the app.')
    const form = await readForm(c, services, { session })
    const sealed = services.seal.decrypt(PURPOSE, textOf(form, 'permission')) as SealedPermission | undefined
    if (sealed?.sessionHash !== session.hash) {
      throw new Failure('invalid_request', 'This request has expired. Start again from the app.')
    }
    if (textOf(form, 'decision') !== 'allow') {
      throw new Failure('access_denied', 'You did not allow this. Nothing was sent to the app.')
    }
    const { db, clock } = services
    const { clientId, clientName } = sealed
    const permission = { clientId, clientName, permittedAt: clock.now() }
    await db.transaction((tx) => permitLocalhost(tx, session.accountId, permission))
    return c.redirect(sealed.authorizePath, 303)
  }
}
