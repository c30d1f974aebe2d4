import { type Person, signUp } from '../support/agent.ts'
import { noticeOf, type Page } from '../support/browser.ts'
import { accountIdOf } from '../support/history.ts'
import type { TestService } from '../support/service.ts'

export const SERVICE = '/account/service'
export const ACCOUNTS = `${SERVICE}/accounts`

/** The owner at work, signed in just now. */
export type Owner = Person & {
  /** Sends a form of the page about the service. */
  send(form: string, fields?: Record<string, string>): Promise<Page>
  /** Sends a form of the page of an account; gives what is said then. */
  change(email: string, form: string): Promise<string>
  /** Makes an invitation; gives the path of its link. */
  invite(note?: string): Promise<string>
}

/** Signs up the first account of a service. */
export async function signUpOwner(service: TestService, fields: Record<string, string> = {}): Promise<Owner> {
  const person = await signUp(service.baseUrl, undefined, fields)
  const { browser } = person
  const send: Owner['send'] = async (form, given = {}) =>
    browser.submit(await browser.open(SERVICE), given, { action: `${SERVICE}/${form}` })
  return {
    ...person,
    send,
    async change(email, form) {
      const path = `${ACCOUNTS}/${await accountIdOf(service, email)}`
      return noticeOf(
        await browser.submit(await browser.open(path), { email }, { action: `${path}/${form}` }),
      )
    },
    async invite(note = '') {
      const { text } = await send('invitations', { note })
      return /\/signup\?invitation=[\w-]+/.exec(text)![0]
    },
  }
}
