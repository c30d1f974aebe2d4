import type { Context, Handler } from 'hono'
import { findPasswordResetToken } from '../../accounts/password-reset-tokens.ts'
import { isCodeNeeded, removedNames, resetLinkExpired, resetByLink } from '../../accounts/reset-password.ts'
import { listSignInMethods } from '../../accounts/reset-credentials.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { resetPage, type KeepableAccess } from '../../html/sign-in/reset-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { requestOriginOf, sessionOf, visitorOf } from '../../http/visitor.ts'
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
    const { db, clock } = services
    const now = clock.now()
    const query = readQuery(c.req.raw)
    const token = query['token'] ?? ''
    const { formToken } = await visitorOf(c, services)
    const found = await findPasswordResetToken(db, token, now)
    if (!found) {
      const flash: Notice = { kind: 'mistake', text: resetLinkExpired().detail }
      return c.redirect(withFlash(services, formToken, { path: '/forgot', notice: flash }), 303)
    }
    const { accountId, email } = found
    const content = resetPage({
      formToken,
      token,
      email,
      now,
      keepableAccess: await credentialViews(services, accountId, now),
      needsCode: await isCodeNeeded(db, found),
      isTotpEnabled: (await listSignInMethods(db, accountId)).totpSince !== undefined,
      notice: readFlash(services, formToken, query),
    })
    return htmlResponse(c, content)
  }
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
    const form = await readForm(c, services, { session: await sessionOf(c, services), size: FORM_SIZE })
    const token = textOf(form, 'token')
    const now = services.clock.now()
    const kept = {
      passkeys: selectedIds(form, 'keep_passkey'),
      identities: selectedIds(form, 'keep_identity'),
      keepsTotp: textOf(form, 'keep_totp') === 'yes',
    }
    try {
      const { email, removed } = await resetByLink(
        services,
        {
          token,
          password: textOf(form, 'password'),
          code: textOf(form, 'code'),
          origin: requestOriginOf(c, services),
        },
        {
          kept,
          revokeAgents: (tx, accountId) =>
            revokeOtherGrants(tx, accountId, { keptGrantIds: selectedIds(form, 'keep_agent'), now }),
        },
      )
      const text = allMessages.signing.reset.done(removedNames(removed).length)
      return await redirectWithFlash(c, services, {
        path: '/login',
        flash: { kind: 'done', text, values: { email } },
      })
    } catch (error) {
      if (!(error instanceof Failure) || !MISTAKES.has(error.code)) throw error
      const path = error.code === 'expired' ? '/forgot' : `/reset?token=${encodeURIComponent(token)}`
      return redirectWithFlash(c, services, {
        path,
        flash: { kind: 'mistake', text: error.detail, field: wrongField(error) },
      })
    }
  }
}

function selectedIds(form: InputMembers, name: string): Set<string> {
  return new Set([form[name] ?? []].flat().filter((value) => typeof value === 'string'))
}

function wrongField({ code, extras }: Failure): string {
  if (code === 'wrong_credentials') return 'code'
  return extras.mistakes?.[0]?.pointer.slice('#/'.length) ?? 'password'
}

/** The form token is looked up anew: the reset may have ended the browser's own session. */
async function redirectWithFlash(
  c: Context,
  services: Services,
  { path, flash }: { path: string; flash: Notice },
): Promise<Response> {
  const { formToken } = await visitorOf(c, services)
  return c.redirect(withFlash(services, formToken, { path, notice: flash }), 303)
}

function requirePasswordSignIn({ config }: Services): void {
  if (!config.passwordSignIn) throw new Failure('turned_off', 'Passwords are turned off here.')
}
