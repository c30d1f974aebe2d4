import type { Context } from 'hono'
import type { RequestOrigin } from '../../accounts/request-origin.ts'
import type { SignUpBrowser } from '../../accounts/pending-sign-ups.ts'
import { endSession } from '../../accounts/sessions.ts'
import type { VerifiedPassword } from '../../accounts/authenticate-password.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { Fragment } from '../../html/fragment.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { allWords } from '../../html/words/words.ts'
import { type Flash, readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { returnPath } from '../../http/return-path.ts'
import { originOf, sessionOf, startSession, visitorOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { failed } from '../pages/failed.ts'
import { page, type PageOptions } from '../shared/html-response.ts'
import { askCode } from './second-factor.ts'

/** Sign-in or sign-up: a form of e-mail and password that opens a session. */
export type EntryForm = {
  path: '/login' | '/signup'
  /** What the page loads, and where its forms may end. */
  page?: PageOptions
  /** The field that is to be filled in again where the credentials are wrong; the password without. */
  blamed?: string
  render(form: {
    formToken: string
    returnTo: string
    invitation: string
    notice?: Notice | undefined
  }): Fragment | Promise<Fragment>
  enter(form: InputMembers, origin: RequestOrigin, browser: SignUpBrowser): Promise<Entered>
}

/** The new session's secret; or what is still asked for; or what to say where a mail is on its way. */
export type Entered = { secret: string } | { proved: VerifiedPassword } | { said: string }

const KEPT_EMAIL_LENGTH = 254
const ENDED: Notice = { kind: 'mistake', text: allWords.signing.ended }

/** Shows the form; whoever is signed in already goes straight on. */
export async function showEntryForm(c: Context, services: Services, signing: EntryForm): Promise<Response> {
  const query = readQuery(c.req.raw)
  const returnTo = returnPath(query['return'])
  const { session, formToken } = await visitorOf(c, services)
  if (session) return c.redirect(returnTo, 303)
  const notice = readFlash(services, formToken, query) ?? ('ended' in query ? ENDED : undefined)
  const invitation = query['invitation'] ?? ''
  return page(c, await signing.render({ formToken, returnTo, invitation, notice }), signing.page)
}

/** Takes the form: a new session in place of any older one, or the form again with what was wrong. */
export async function submitEntryForm(c: Context, services: Services, signing: EntryForm): Promise<Response> {
  const session = await sessionOf(c, services)
  let form: InputMembers | undefined
  try {
    form = await readForm(c, services, session)
    const { formToken } = await visitorOf(c, services)
    const returnTo = returnPath(form['return'])
    const entered = await signing.enter(form, originOf(c, services), { formToken, returnTo })
    if ('proved' in entered) return await askCode(c, services, { formToken, returnTo, ...entered })
    if ('said' in entered) {
      const path = withReturn(signing.path, returnTo, textOf(form, 'invitation'))
      return c.redirect(withFlash(services, formToken, path, { kind: 'done', text: entered.said }), 303)
    }
    if (session) await endSession(services.db, session.hash)
    startSession(c, services, entered.secret)
    return c.redirect(returnTo, 303)
  } catch (error) {
    if (!(error instanceof Failure) || !TOLD_IN_FORM.has(error.code)) throw error
    return refused(c, services, signing, error, form)
  }
}

const MISTAKES = new Set<FailureCode>([
  'wrong_credentials',
  'invalid_input',
  'email_taken',
  'account_disabled',
])
const TOLD_IN_FORM = new Set<FailureCode>([...MISTAKES, 'cross_site', 'too_many_requests', 'busy'])

/** A mistake is told by way of a redirect: a browser's sign-in window gives up on any page of 400 or more. */
async function refused(
  c: Context,
  services: Services,
  signing: EntryForm,
  failure: Failure,
  form: InputMembers | undefined,
): Promise<Response> {
  const returnTo = returnPath(form ? form['return'] : c.req.query('return'))
  const flash: Flash = { kind: 'mistake', text: failure.detail, values: { email: emailOf(form) } }
  const invitation = form ? textOf(form, 'invitation') : (c.req.query('invitation') ?? '')
  const { formToken } = await visitorOf(c, services)
  if (MISTAKES.has(failure.code)) {
    const field = wrongField(failure, signing.blamed)
    const path = withReturn(signing.path, returnTo, invitation)
    return c.redirect(withFlash(services, formToken, path, { ...flash, field }), 303)
  }
  return failed(
    c,
    failure,
    await signing.render({ formToken, returnTo, invitation, notice: flash }),
    signing.page,
  )
}

function emailOf(form: InputMembers | undefined): string {
  return form ? textOf(form, 'email').slice(0, KEPT_EMAIL_LENGTH) : ''
}

function wrongField({ code, extras }: Failure, blamed = 'password'): string {
  if (code === 'wrong_credentials') return blamed
  if (code === 'account_disabled') return ''
  return extras.mistakes?.[0]?.pointer.slice('#/'.length) ?? 'email'
}
