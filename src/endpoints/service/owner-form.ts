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

/** Where the owner decides about the service. */
export const SERVICE_PATH = '/account/service'
export const ACCOUNTS_PATH = `${SERVICE_PATH}/accounts`

/** What a form did: words for the page that comes next, where that is, and what it shows once. */
type Done = { text: string; path?: string; values?: Record<string, string> }

type OwnerForm = {
  /** The page of the form. */
  path(c: Context): string
  /** By which that page finds the form whose field was wrong. */
  name: string
  work(form: InputMembers, c: Context, visitor: SignedIn): Promise<Done>
}

/** A page for the owner alone. Others are told that there is none. */
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

/** `POST` of a form of the owner's pages: who signed in a while ago proves first who they are. */
export function ownerForm(services: Services, { path, name, work }: OwnerForm): Handler {
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
      return redirectWithMistake(c, services, visitor, page, error, { ...values, form: name })
    }
  })
}
