import { randomBytes } from 'node:crypto'
import { PASSWORD, type Person } from './agent.ts'
import { createBrowser } from './browser.ts'
import type { MailServer, Received } from './mail-server.ts'

export const SIGN_UP_SUBJECT = 'Confirm your email address for Reading Queue'

/** The paths of the links that confirm a sign-up with this address, oldest first. */
export function signUpLinks(mail: MailServer, email: string): string[] {
  return mail.emails.filter(({ to }) => to.includes(email)).flatMap((message) => linkIn(message) ?? [])
}

function linkIn({ text }: Received): string | undefined {
  return /http:\S+?(\/signup\/confirm\?token=[\w-]+)/.exec(text)?.[1]
}

/** Signs up where addresses are confirmed, the whole way in one browser. */
export async function signUpByMail(
  baseUrl: string,
  mail: MailServer,
  email = `${randomBytes(6).toString('hex')}@example.org`,
): Promise<Person> {
  const browser = createBrowser(baseUrl)
  await browser.submit(await browser.open('/signup'), { email, password: PASSWORD })
  const page = await browser.submit(await browser.open(signUpLinks(mail, email).at(-1) ?? ''), {})
  if (!page.url.endsWith('/queue')) throw new Error(`Sign-up ended at ${page.url}: ${page.text}`)
  await browser.submit(page, { skip: 'all' }, { action: '/welcome' })
  return { email, browser }
}
