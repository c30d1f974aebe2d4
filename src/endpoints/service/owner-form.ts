import type { Context, Handler } from 'hono'
import { requireOwner } from '../../accounts/owner.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { recheckAccessAfterBody } from '../../http/recheck-access.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { type SignedIn, signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { redirectWithMistake } from '../account/account-form.ts'

export const SERVICE_PATH = '/account/service'
export const ACCOUNTS_PATH = `${SERVICE_PATH}/accounts`

/** The result of a form: a message for the next page, its path, and values to show once. */
type Done = { text: string; path?: string; values?: Record<string, string> }

type OwnerForm = {
  /** The page of the form. */
  path(c: Context): string
  /** Identifies the form on the page, to show a mistake beside its field. */
  name: string
  submit(form: InputMembers, c: Context, visitor: SignedIn): Promise<Done>
}

/** A page for the owner; others get 404. */
export function ownerPage(
  services: Services,
  page: (c: Context, visitor: SignedIn) => Promise<Response>,
): Handler {
  return signedIn(services, async (c, visitor) => {
    const check = () => requireOwner(services.db, visitor.session.accountId)
    await check()
    recheckAccessAfterBody(c, check)
    return page(c, visitor)
  })
}

/** Handles a form of the owner's pages; requires a recent sign-in. */
export function ownerForm(services: Services, { path, name, submit: work }: OwnerForm): Handler {
  return ownerPage(services, async (c, visitor) => {
    const form = await readForm(c, services, visitor.session)
    const page = path(c)
    if (!isRecentlyAuthenticated(visitor.session, services.clock.now()))
      return c.redirect(`/account/confirm?return=${encodeURIComponent(page)}`, 303)
    try {
      const { text, path: next = page, values } = await work(form, c, visitor)
      const flash = { kind: 'done', text, ...(values && { values }) } as const
      return c.redirect(withFlash(services, visitor.formToken, next, flash), 303)
    } catch (error) {
      const fields = Object.entries(form).filter(
        (field): field is [string, string] => field[0] !== 'form_token' && typeof field[1] === 'string',
      )
      const values = Object.fromEntries(fields.map(([field, text]) => [field, text.slice(0, 2000)]))
      return redirectWithMistake(c, services, error, {
        formToken: visitor.formToken,
        path: page,
        values: { ...values, form: name },
      })
    }
  })
}
