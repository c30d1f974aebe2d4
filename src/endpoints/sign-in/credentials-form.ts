import type { Context } from 'hono'
import type { RequestSource } from '../../accounts/request-source.ts'
import type { FormContext } from '../../accounts/pending-sign-ups.ts'
import { endSession } from '../../accounts/end-sessions.ts'
import type { VerifiedPassword } from '../../accounts/authenticate-password.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { Fragment } from '../../html/fragment.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { returnPath } from '../../http/return-path.ts'
import { requestSourceOf, readSession, setSessionCookie, identifyVisitor } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { failureResponse } from '../shared/failure-response.ts'
import { htmlResponse, type PageOptions } from '../shared/html-response.ts'
import { askSecondFactorCode } from './second-factor.ts'
import type { Notice } from '../../text/notice.ts'

/** A form for signing in or up. */
export type CredentialsForm = {
  path: '/login' | '/signup'
  page?: PageOptions
  /** The field marked when the credentials are wrong; `password` by default. */
  wrongCredentialsField?: string
  render(form: {
    formToken: string
    returnTo: string
    invitation: string
    notice?: Notice | undefined
  }): Fragment | Promise<Fragment>
  authenticate(
    form: InputMembers,
    requestSource: RequestSource,
    formContext: FormContext,
  ): Promise<AuthenticationResult>
}

/** A new session's secret, a password that still needs the second factor, or a message that an email was sent. */
type AuthenticationResult = { secret: string } | { verified: VerifiedPassword } | { message: string }

const MAX_EMAIL_LENGTH = 254
const ended = (): Notice => ({ kind: 'mistake', text: allMessages.signing.sessionEnded })

/** Shows the form; redirects if already signed in. */
export async function showCredentialsForm(
  c: Context,
  services: Services,
  credentialsForm: CredentialsForm,
): Promise<Response> {
  const query = readQuery(c.req.raw)
  const returnTo = returnPath(query['return'])
  const { session, formToken } = await identifyVisitor(c, services)
  if (session) return c.redirect(returnTo, 303)
  const notice = readFlash(services, formToken, query) ?? ('ended' in query ? ended() : undefined)
  const invitation = query['invitation'] ?? ''
  return htmlResponse(
    c,
    await credentialsForm.render({ formToken, returnTo, invitation, notice }),
    credentialsForm.page,
  )
}

/** Handles the form: replaces the session, or shows the form again with the mistake. */
export async function submitCredentialsForm(
  c: Context,
  services: Services,
  credentialsForm: CredentialsForm,
): Promise<Response> {
  const session = await readSession(c, services)
  let form: InputMembers | undefined
  try {
    form = await readForm(c, services, { session })
    const { formToken } = await identifyVisitor(c, services)
    const returnTo = returnPath(form['return'])
    const result = await credentialsForm.authenticate(form, requestSourceOf(c, services), {
      formToken,
      returnTo,
    })
    if ('verified' in result)
      return await askSecondFactorCode(c, services, { formToken, returnTo, ...result })
    if ('message' in result) {
      const path = withReturn(credentialsForm.path, returnTo, textOf(form, 'invitation'))
      return c.redirect(
        withFlash(services, formToken, { path, notice: { kind: 'done', text: result.message } }),
        303,
      )
    }
    if (session) await endSession(services.db, session.hash)
    await setSessionCookie(c, services, result.secret)
    return c.redirect(returnTo, 303)
  } catch (error) {
    if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
    return showFailure(c, services, { credentialsForm, failure: error, form })
  }
}

const REDIRECTED_MISTAKES = new Set<FailureCode>([
  'wrong_credentials',
  'invalid_input',
  'email_taken',
  'account_disabled',
])
const SHOWN_IN_FORM = new Set<FailureCode>([
  ...REDIRECTED_MISTAKES,
  'cross_site',
  'too_many_requests',
  'busy',
])

type RefusedForm = { credentialsForm: CredentialsForm; failure: Failure; form: InputMembers | undefined }

/** Mistakes are shown after a redirect, because browser extensions' sign-in windows close on an error status. */
async function showFailure(
  c: Context,
  services: Services,
  { credentialsForm, failure, form }: RefusedForm,
): Promise<Response> {
  const returnTo = returnPath(form ? form['return'] : c.req.query('return'))
  const notice: Notice = { kind: 'mistake', text: failure.detail, values: { email: emailOf(form) } }
  const invitation = form ? textOf(form, 'invitation') : (c.req.query('invitation') ?? '')
  const { formToken } = await identifyVisitor(c, services)
  if (REDIRECTED_MISTAKES.has(failure.code)) {
    const field = wrongField(failure, credentialsForm.wrongCredentialsField)
    const path = withReturn(credentialsForm.path, returnTo, invitation)
    return c.redirect(withFlash(services, formToken, { path, notice: { ...notice, field } }), 303)
  }
  return failureResponse(c, failure, {
    content: await credentialsForm.render({ formToken, returnTo, invitation, notice }),
    ...credentialsForm.page,
  })
}

function emailOf(form: InputMembers | undefined): string {
  return form ? textOf(form, 'email').slice(0, MAX_EMAIL_LENGTH) : ''
}

function wrongField({ code, extras }: Failure, wrongCredentialsField = 'password'): string {
  if (code === 'wrong_credentials') return wrongCredentialsField
  if (code === 'account_disabled') return ''
  return extras.errors?.[0]?.pointer.slice('#/'.length) ?? 'email'
}
