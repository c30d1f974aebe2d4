import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PASSWORD, type Person } from '../support/agent.ts'
import { turnOnTotp } from '../support/authenticator.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { signUpByMail } from '../support/sign-up-by-mail.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

for (const engine of ENGINES) {
  describe(`The emails about an account, on ${engine}`, () => {
    let mail: MailServer
    let service: TestService
    before(async () => {
      mail = await startMailServer()
      const env = { SMTP_URL: mail.url, MAIL_FROM: 'Queue <queue@example.org>', TRUST_PROXY: '1' }
      service = await startService(engine, { env })
    })
    after(async () => {
      await service.stop()
      await mail.stop()
    })

    const emailsTo = (email: string) => mail.emails.filter(({ to }) => to.includes(email))
    /** Subjects of what came after the sign-up, once there are as many. */
    async function subjects({ email }: Person, count: number): Promise<string[]> {
      const emails = await eventually(
        async () => emailsTo(email).slice(1),
        ({ length }) => length >= count,
      )
      return emails.map(({ subject }) => subject)
    }

    async function signIn({ email }: Person, headers: Record<string, string>): Promise<void> {
      const browser = createBrowser(service.baseUrl)
      const page = await browser.submit(
        await browser.open('/login'),
        { email, password: PASSWORD },
        { headers },
      )
      assert.match(page.url, /\/queue$/)
    }

    it('report a sign-in with a new browser or from a new network, and no other', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      await signIn(ada, {})
      await signIn(ada, { 'user-agent': FIREFOX })
      assert.deepEqual(await subjects(ada, 1), ['New sign-in to Reading Queue'])
      assert.match(emailsTo(ada.email)[1]!.text, /Browser: Mozilla\/5\.0 \(X11; Linux/)
      await signIn(ada, { 'user-agent': FIREFOX.replaceAll('150', '151') })
      await signIn(ada, { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.9' })
      await subjects(ada, 2)
      assert.match(emailsTo(ada.email)[2]!.text, /IP address: 203\.0\.113\.9/)
      // What a browser calls itself is no place for a line or a link of its own.
      await signIn(ada, { 'user-agent': 'Go to https://evil.example or www.evil.example now' })
      await subjects(ada, 3)
      assert.doesNotMatch(emailsTo(ada.email)[3]!.text, /https:\/\/evil|evil\.example/)
    })

    it('report each change of sign-in methods', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      await turnOnTotp(ada.browser, service.clock)
      assert.deepEqual(await subjects(ada, 1), ['Two-step sign-in is on for Reading Queue'])
      const account = await ada.browser.open('/account')
      await ada.browser.submit(account, {}, { action: '/account/totp/codes' })
      assert.equal((await subjects(ada, 2))[1], 'New recovery codes for Reading Queue')
      const again = await ada.browser.open('/account')
      await ada.browser.submit(again, {}, { action: '/account/totp/remove' })
      assert.equal((await subjects(ada, 3))[2], 'Two-step sign-in is off for Reading Queue')
      const { db, random } = service.running.services
      await db.run(
        `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
         SELECT id, ?, '', 0, '', 'Old phone', 1 FROM accounts WHERE email = ?`,
        random.id(),
        ada.email,
      )
      const listed = await ada.browser.open('/account')
      await ada.browser.submit(listed, {}, { action: '/account/passkeys/remove' })
      assert.equal((await subjects(ada, 4))[3], 'A passkey was removed from Reading Queue')
      assert.match(emailsTo(ada.email)[4]!.text, /“Old phone”/)
    })

    it('report what a reset removed', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      const { db, random } = service.running.services
      await db.run(
        `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
         SELECT id, ?, '', 0, '', 'Old phone', 1 FROM accounts WHERE email = ?`,
        random.id(),
        ada.email,
      )
      const browser = createBrowser(service.baseUrl)
      await browser.submit(await browser.open('/forgot'), { email: ada.email })
      const link = /(\/reset\?token=\S+)/.exec(emailsTo(ada.email)[1]?.text ?? '')?.[1] ?? ''
      await browser.submit(await browser.open(link), { password: 'another four words here' })
      assert.equal((await subjects(ada, 2))[1], 'Your Reading Queue password was reset')
      assert.match(emailsTo(ada.email)[2]!.text, /Passkey: Old phone/)
    })
  })
}
