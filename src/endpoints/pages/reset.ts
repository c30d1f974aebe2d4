import type { Context, Handler } from 'hono'
import { linkOver, resetByLink } from '../../accounts/recover.ts'
import { findRecovery } from '../../accounts/recovery-token.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { resetPage } from '../../html/reset-page.ts'
import { allWords } from '../../html/words/words.ts'
import { type Flash, readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { sessionOf, visitorOf } from '../../http/visitor.ts'
import { endGrant, listGrants } from '../../oauth/grants.ts'
import type { Services } from '../../services.ts'
import { page } from './respond.ts'

const MISTAKES = new Set<FailureCode>(['invalid_input', 'not_offered'])

/** `GET /reset`: what a link opens; looking uses nothing up. */
export function resetForm(services: Services): Handler {
  return async (c) => {
    refuseWithoutPasswords(services)
    const { db, clock } = services
    const query = readQuery(c.req.raw)
    const token = query['token'] ?? ''
    const { formToken } = await visitorOf(c, services)
    const found = await findRecovery(db, token, clock.now())
    if (!found) {
      const flash: Flash = { kind: 'mistake', text: linkOver().detail }
      return c.redirect(withFlash(services, formToken, '/forgot', flash), 303)
    }
    const agents = (await listGrants(db, found.accountId, clock.now())).length
    const notice = readFlash(services, formToken, query)
    return page(c, resetPage({ formToken, token, email: found.email, agents, notice }))
  }
}

/** `POST /reset`: sets the password, ends every session and, where asked, the access of every agent. */
export function resetSubmission(services: Services): Handler {
  return async (c) => {
    refuseWithoutPasswords(services)
    const session = await sessionOf(c, services)
    const form = await readForm(c, services, session)
    const token = textOf(form, 'token')
    const endAgents = textOf(form, 'revoke_agents') === 'yes'
    const now = services.clock.now()
    try {
      const { email } = await resetByLink(
        services,
        token,
        textOf(form, 'password'),
        async (tx, accountId) => {
          if (!endAgents) return
          for (const { id } of await listGrants(tx, accountId, now))
            await endGrant(tx, accountId, id, 'person', now)
        },
      )
      return c.redirect(
        withFlash(services, await formTokenNow(c, services), '/login', told(email, endAgents)),
        303,
      )
    } catch (error) {
      if (!(error instanceof Failure) || !MISTAKES.has(error.code)) throw error
      const path = error.code === 'not_offered' ? '/forgot' : `/reset?token=${encodeURIComponent(token)}`
      const flash: Flash = { kind: 'mistake', text: error.detail, field: 'password' }
      return c.redirect(withFlash(services, await formTokenNow(c, services), path, flash), 303)
    }
  }
}

/** The form token after the reset, which may have ended the browser's own session. */
async function formTokenNow(c: Context, services: Services): Promise<string> {
  return (await visitorOf(c, services)).formToken
}

function told(email: string, endAgents: boolean): Flash {
  const text = allWords.signing.reset.done(endAgents)
  return { kind: 'done', text, kept: { email } }
}

function refuseWithoutPasswords({ config }: Services): void {
  if (!config.passwordSignIn) throw new Failure('not_offered', 'Passwords are switched off here.')
}
