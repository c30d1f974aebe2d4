import type { Context, Handler } from 'hono'
import { findPasswordResetToken } from '../../accounts/password-reset-tokens.ts'
import { isCodeNeeded, removedNames, resetLinkExpired, resetByLink } from '../../accounts/reset-password.ts'
import { listSignInMethods } from '../../accounts/sign-in-methods.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import {
  type KeepableAccess,
  type KeptAccess,
  resetPage,
  type ResetView,
} from '../../html/sign-in/reset-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { requestSourceOf, readSession, identifyVisitor } from '../../http/visitor.ts'
import { revokeOtherGrants } from '../../oauth/agents.ts'
import { listGrants } from '../../oauth/grants.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'
import type { AccountId } from '../../ids.ts'

const MISTAKES = new Set<FailureCode>(['invalid_input', 'expired', 'wrong_credentials'])
/** Up to 250 ids of credentials to keep. */
const FORM_SIZE = { limit: 64 * 1024, repeatable: ['keep_passkey', 'keep_identity', 'keep_agent'] }

/** `GET /reset`: the page of a link that resets a password; does not use it up. */
export function resetForm(services: Services): Handler {
  return async (c) => {
    requirePasswordSignIn(services)
    const query = readQuery(c.req.raw)
    const { formToken } = await identifyVisitor(c, services)
    return showResetPage(c, services, {
      formToken,
      token: query['token'] ?? '',
      notice: readFlash(services, formToken, query),
      status: 200,
    })
  }
}

type ResetRequest = Pick<ResetView, 'formToken' | 'token' | 'notice' | 'keptAccess'> & { status: 200 | 422 }

async function showResetPage(
  c: Context,
  services: Services,
  { status, ...request }: ResetRequest,
): Promise<Response> {
  const { db, clock } = services
  const now = clock.now()
  const found = await findPasswordResetToken(db, request.token, now)
  if (!found) {
    const notice: Notice = { kind: 'mistake', text: resetLinkExpired().detail }
    return c.redirect(withFlash(services, request.formToken, { path: '/forgot', notice }), 303)
  }
  const { accountId, email } = found
  const content = resetPage({
    ...request,
    email,
    now,
    keepableAccess: await credentialViews(services, accountId, now),
    needsCode: await isCodeNeeded(db, found),
    isTotpEnabled: (await listSignInMethods(db, accountId)).totpSince !== undefined,
  })
  return htmlResponse(c, content, { status })
}

async function credentialViews(
  services: Services,
  accountId: AccountId,
  now: number,
): Promise<KeepableAccess[]> {
  const { db, identityProvider } = services
  const { passkeys, identities } = await listSignInMethods(db, accountId)
  const agents = await listGrants(db, accountId, now)
  return [
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
      return { kind: 'passkey' as const, id, name, addedAt: createdAt, lastUsedAt }
    }),
    ...identities.map(({ issuer, linkedAt, lastUsedAt }) => {
      const name = identityProvider?.issuer === issuer ? identityProvider.name : issuer
      return { kind: 'identity' as const, id: issuer, name, addedAt: linkedAt, lastUsedAt }
    }),
    ...agents.map(({ id, clientName, createdAt, lastUsedAt }) => {
      return { kind: 'agent' as const, id, name: clientName, addedAt: createdAt, lastUsedAt }
    }),
  ]
}

/** `POST /reset`: sets the password, and removes the credentials that are not kept. */
export function resetSubmission(services: Services): Handler {
  return async (c) => {
    requirePasswordSignIn(services)
    const form = await readForm(c, services, { session: await readSession(c, services), size: FORM_SIZE })
    const token = textOf(form, 'token')
    const now = services.clock.now()
    const keptAccess: KeptAccess = {
      passkey: selectedIds(form, 'keep_passkey'),
      identity: selectedIds(form, 'keep_identity'),
      agent: selectedIds(form, 'keep_agent'),
      totp: textOf(form, 'keep_totp') === 'yes',
    }
    try {
      const { email, removed } = await resetByLink(
        services,
        {
          token,
          password: textOf(form, 'password'),
          code: textOf(form, 'code'),
          requestSource: requestSourceOf(c, services),
        },
        {
          kept: {
            passkeyIds: keptAccess.passkey,
            identities: keptAccess.identity,
            keepsTotp: keptAccess.totp,
          },
          revokeAgents: (tx, accountId) =>
            revokeOtherGrants(tx, accountId, { keptGrantIds: keptAccess.agent, now }),
        },
      )
      const text = allMessages.signing.reset.done(removedNames(removed).length)
      // Looked up anew: the reset may have ended the browser's own session.
      const { formToken } = await identifyVisitor(c, services)
      const notice: Notice = { kind: 'done', text, values: { email } }
      return c.redirect(withFlash(services, formToken, { path: '/login', notice }), 303)
    } catch (error) {
      if (!(error instanceof Failure) || !MISTAKES.has(error.code)) throw error
      const notice: Notice = { kind: 'mistake', text: error.detail, field: wrongField(error) }
      const { formToken } = await identifyVisitor(c, services)
      return showResetPage(c, services, { formToken, token, notice, keptAccess, status: 422 })
    }
  }
}

function selectedIds(form: InputMembers, name: string): Set<string> {
  return new Set([form[name] ?? []].flat().filter((value) => typeof value === 'string'))
}

function wrongField({ code, extras }: Failure): string {
  if (code === 'wrong_credentials') return 'code'
  return extras.errors?.[0]?.pointer.slice('#/'.length) ?? 'password'
}

function requirePasswordSignIn({ config }: Services): void {
  if (!config.passwordSignIn) throw new Failure('turned_off', 'Passwords are turned off here.')
}
