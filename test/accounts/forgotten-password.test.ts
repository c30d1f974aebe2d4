import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { PASSWORD } from '../support/agent.ts'
import { createBrowser, noticeOf, type Page } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { SIGN_UP_SUBJECT, signUpByMail } from '../support/sign-up-by-mail.ts'
import { ENGINES, onBothEngines, startService, type TestService } from '../support/service.ts'

const MINUTE = 60_000
const NEW_PASSWORD = 'another four words here'

const SENT = 'Check your mail: we sent you an email. It may take a few minutes, or end up in spam.'
const OVER = 'This link has been used or has expired. Ask for a new one.'

for (const engine of ENGINES) {
  describe(`A forgotten password, by mail, on ${engine}`, () => {
    let mail: MailServer
    let service: TestService
    before(async () => {
      mail = await startMailServer()
      service = await startService(engine, {
        env: { SMTP_URL: mail.url, MAIL_FROM: 'Queue <queue@example.org>' },
      })
    })
    after(async () => {
      await service.stop()
      await mail.stop()
    })

    const ask = async (email: string): Promise<Page> => {
      const browser = createBrowser(service.baseUrl)
      return browser.submit(await browser.open('/forgot'), { email })
    }
    const emailsTo = (email: string) =>
      mail.emails.filter(({ to, subject }) => to.includes(email) && subject !== SIGN_UP_SUBJECT)
    /** Path and query of the newest link that an address got. */
    const linkTo = (email: string): string => {
      const links = emailsTo(email).flatMap(
        ({ text }) => /http:\/\/localhost:\d+(\/reset\?token=\S+)/.exec(text)?.[1] ?? [],
      )
      assert.ok(links.length > 0)
      return links.at(-1)!
    }
    async function canSignIn(email: string, password: string): Promise<boolean> {
      const browser = createBrowser(service.baseUrl)
      const page = await browser.submit(await browser.open('/login'), { email, password })
      return page.url.endsWith('/queue')
    }

    it('is reset through a link in an email that the sign-in page sends', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      const browser = createBrowser(service.baseUrl)
      assert.match((await browser.open('/login')).text, /<a href="\/forgot">/)
      const confirmation = await browser.submit(await browser.open('/forgot'), {
        email: ` ${ada.email.toUpperCase()} `,
      })
      assert.equal(noticeOf(confirmation), SENT)
      const [message, ...more] = emailsTo(ada.email)
      assert.deepEqual(more, [])
      assert.equal(message?.from, 'queue@example.org')
      assert.equal(message?.subject, 'Reset your Reading Queue password')

      const form = await browser.open(linkTo(ada.email))
      assert.match(form.text, new RegExp(ada.email))
      assert.equal(form.headers.get('referrer-policy'), 'same-origin')
      const done = await browser.submit(form, { password: NEW_PASSWORD })
      assert.equal(new URL(done.url).pathname, '/login')
      assert.equal(noticeOf(done), 'Your password is reset. Sign in with it.')
      assert.equal(await canSignIn(ada.email, NEW_PASSWORD), true)
      assert.equal(await canSignIn(ada.email, PASSWORD), false)
    })

    it('stays valid when its link is only opened, and works once', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      await ask(email)
      const link = linkTo(email)
      for (let time = 0; time < 3; time++)
        assert.equal((await createBrowser(service.baseUrl).open(link)).status, 200)
      const head = await fetch(service.baseUrl + link, { method: 'HEAD' })
      assert.equal(head.status, 200)
      const browser = createBrowser(service.baseUrl)
      const form = await browser.open(link)
      await browser.submit(form, { password: NEW_PASSWORD })
      const again = await browser.submit(form, { password: 'yet another four words' })
      assert.equal(new URL(again.url).pathname, '/forgot')
      assert.equal(noticeOf(again), OVER)
      assert.equal(noticeOf(await browser.open(link)), OVER)
      assert.equal(await canSignIn(email, NEW_PASSWORD), true)
    })

    it('lets only one of many concurrent uses of a link succeed', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      await ask(email)
      const link = linkTo(email)
      const passwords = Array.from({ length: 8 }, (_, index) => `four words and number ${index}`)
      // All see the form before the first one sends it.
      const open = await Promise.all(
        passwords.map(async (password) => {
          const browser = createBrowser(service.baseUrl)
          return { browser, form: await browser.open(link), password }
        }),
      )
      const pages = await Promise.all(
        open.map(({ browser, form, password }) => browser.submit(form, { password })),
      )
      const notices = pages.map(noticeOf)
      assert.equal(notices.filter((words) => words === 'Your password is reset. Sign in with it.').length, 1)
      assert.equal(notices.filter((words) => words === OVER).length, 7)
      const winner = passwords[notices.findIndex((words) => words !== OVER)]!
      assert.equal(await canSignIn(email, winner), true)
    })

    it('expires after exactly 15 minutes, and when the address or password changes', async () => {
      service.clock.hold()
      const { email, browser } = await signUpByMail(service.baseUrl, mail)
      await ask(email)
      service.clock.advance(15 * MINUTE - 1)
      assert.match((await browser.open(linkTo(email))).text, /Reset your password/)
      service.clock.advance(1)
      assert.equal(noticeOf(await browser.open(linkTo(email))), OVER)

      const bob = await signUpByMail(service.baseUrl, mail)
      await ask(bob.email)
      const account = await bob.browser.open('/account')
      await bob.browser.submit(account, { password: NEW_PASSWORD }, { action: '/account/password' })
      const [first] = emailsTo(bob.email)
      const link = /(\/reset\?token=\S+)/.exec(first?.text ?? '')?.[1] ?? ''
      assert.equal(noticeOf(await bob.browser.open(link)), OVER)
    })

    it('keeps its link valid if the new password is refused', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      await ask(email)
      const browser = createBrowser(service.baseUrl)
      const refused = await browser.submit(await browser.open(linkTo(email)), { password: 'short' })
      assert.equal(refused.status, 422)
      assert.match(noticeOf(refused), /at least 12 characters/)
      assert.equal(refused.text.includes('short'), false)
      const done = await browser.submit(refused, { password: NEW_PASSWORD })
      assert.equal(noticeOf(done), 'Your password is reset. Sign in with it.')
    })

    it('gets the same response for an unknown address, which receives an email without a link', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      const unknown = `${randomUUID()}@example.org`
      const pages = [await ask(email), await ask(unknown)]
      const [known, nobody] = pages.map(({ text, status, url }) => ({
        status,
        path: new URL(url).pathname,
        text: text.replaceAll(/name="form_token" value="[^"]*"/g, 'TOKEN'),
      }))
      assert.deepEqual(known, nobody)
      assert.equal(emailsTo(unknown).length, 1)
      assert.match(emailsTo(unknown)[0]!.text, /no account with this address/)
      assert.doesNotMatch(emailsTo(unknown)[0]!.text, /reset\?token/)
    })

    it('gets the same response for both kinds of address if the mail can’t be sent', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      mail.refuse(true)
      try {
        for (const address of [email, `${randomUUID()}@example.org`]) {
          const page = await ask(address)
          assert.equal(page.status, 503)
          assert.equal(noticeOf(page), 'The mail could not be sent. Try again in a few minutes.')
        }
      } finally {
        mail.refuse(false)
      }
      assert.doesNotMatch(service.logged(), /s3cret/)
    })

    it('sends three emails an hour to one address, known or not', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      for (const address of [email, `${randomUUID()}@example.org`]) {
        for (let time = 1; time <= 3; time++) assert.equal((await ask(address)).status, 200)
        const refused = await ask(address)
        assert.equal(refused.status, 429)
        assert.ok(Number(refused.headers.get('retry-after')) > 0)
        assert.equal(emailsTo(address).length, 3)
      }
    })

    it('sends the email to a single address, whatever was typed', async () => {
      const before = mail.emails.length
      for (const email of [
        'ada@example.org, eve@example.org',
        'ada@example.org\r\nBcc: eve@example.org',
        '"eve@example.org" <ada@example.org>',
        '',
        'ada',
      ]) {
        const page = await ask(email)
        assert.equal(page.status, 200)
        assert.equal(noticeOf(page), 'Enter an email address, like you@example.org.', email)
      }
      await ask('ada,eve@example.org')
      for (const { to } of mail.emails.slice(before)) assert.equal(to.length, 1)
      assert.deepEqual(emailsTo('eve@example.org'), [])
    })

    it('keeps only the hash of a link, and no link in the log', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      await ask(email)
      const token = linkTo(email).split('token=')[1]!
      const rows = await service.running.services.db.rows<{ hash: string }>(
        'SELECT hash FROM password_reset_tokens',
      )
      assert.ok(rows.length > 0)
      assert.equal(
        rows.some(({ hash }) => hash === token),
        false,
      )
      assert.equal(service.logged().includes(token), false)
    })

    it('can’t be reset without the form token, from another site, or in another browser', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      await ask(email)
      const browser = createBrowser(service.baseUrl)
      const form = await browser.open(linkTo(email))
      const forged = await browser.submit(form, { password: NEW_PASSWORD, form_token: '' })
      assert.equal(forged.status, 403)
      const headers = { 'sec-fetch-site': 'cross-site' }
      assert.equal((await browser.submit(form, { password: NEW_PASSWORD }, { headers })).status, 403)
      assert.equal(
        (await createBrowser(service.baseUrl).submit(form, { password: NEW_PASSWORD })).status,
        403,
      )
      assert.equal(await canSignIn(email, PASSWORD), true)
    })

    it('is not needed to change an address, which takes a link sent to the new one and a notice to the old one', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      const email = `${randomUUID()}@example.org`
      const confirmation = await ada.browser.submit(
        await ada.browser.open('/account'),
        { email },
        { action: '/account/email' },
      )
      assert.match(noticeOf(confirmation), /^Check your mail: we sent a link to /)
      assert.equal(await canSignIn(email, PASSWORD), false)
      const link = /(\/account\/email\/confirm\?token=\S+)/.exec(emailsTo(email)[0]?.text ?? '')?.[1] ?? ''
      // Nobody else can use it, and looking changes nothing.
      const eve = await signUpByMail(service.baseUrl, mail)
      assert.match(noticeOf(await eve.browser.open(link)), /belongs to another account/)
      const form = await ada.browser.open(link)
      assert.equal(await canSignIn(ada.email, PASSWORD), true)
      const changed = await ada.browser.submit(form, {}, { action: '/account/email/confirm' })
      assert.equal(noticeOf(changed), `Email address changed. From now on, sign in with ${email}.`)
      assert.equal(await canSignIn(email, PASSWORD), true)
      assert.match(noticeOf(await ada.browser.open(link)), /has been used/)
      await eventually(
        async () => emailsTo(ada.email),
        ({ length }) => length === 1,
      )
      assert.equal(emailsTo(ada.email)[0]?.subject, 'Your Reading Queue email address was changed')
      assert.match(emailsTo(ada.email)[0]!.text, new RegExp(email))
      const account = await ada.browser.open('/account')
      await ada.browser.submit(account, { password: NEW_PASSWORD }, { action: '/account/password' })
      await eventually(
        async () => emailsTo(email),
        ({ length }) => length === 2,
      )
      assert.equal(emailsTo(email)[1]?.subject, 'Your Reading Queue password was changed')
    })

    it('reveals only to the owner of a new address whether it is taken', async () => {
      const [ada, bob] = [
        await signUpByMail(service.baseUrl, mail),
        await signUpByMail(service.baseUrl, mail),
      ]
      const free = `${randomUUID()}@example.org`
      const notices = []
      for (const email of [bob.email, free]) {
        const form = await ada.browser.open('/account')
        const page = await ada.browser.submit(form, { email }, { action: '/account/email' })
        notices.push(noticeOf(page).replace(email, 'ADDRESS'))
      }
      assert.equal(notices[0], notices[1])
      assert.match(emailsTo(bob.email)[0]?.text ?? '', /An account with this address already exists/)
      assert.doesNotMatch(emailsTo(bob.email)[0]?.text ?? '', /token=/)
    })

    it('invalidates an earlier link when another address is entered, free or taken', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      const bob = await signUpByMail(service.baseUrl, mail)
      for (const target of [bob.email, `${randomUUID()}@example.org`]) {
        const own = `${randomUUID()}@example.org`
        for (const email of [own, target])
          await ada.browser.submit(
            await ada.browser.open('/account'),
            { email },
            { action: '/account/email' },
          )
        const link = /(\/account\/email\/confirm\?token=\S+)/.exec(emailsTo(own)[0]?.text ?? '')?.[1] ?? ''
        assert.match(noticeOf(await ada.browser.open(link)), /has been used/)
      }
    })

    it('cancels a pending change of address when it is reset', async () => {
      const ada = await signUpByMail(service.baseUrl, mail)
      const email = `${randomUUID()}@example.org`
      const account = await ada.browser.open('/account')
      await ada.browser.submit(account, { email }, { action: '/account/email' })
      const link = /(\/account\/email\/confirm\?token=\S+)/.exec(emailsTo(email)[0]?.text ?? '')?.[1] ?? ''
      await ask(ada.email)
      const browser = createBrowser(service.baseUrl)
      await browser.submit(await browser.open(linkTo(ada.email)), { password: NEW_PASSWORD })
      const login = await browser.open('/login')
      await browser.submit(login, { email: ada.email, password: NEW_PASSWORD })
      assert.match(noticeOf(await browser.open(link)), /has been used/)
    })
  })
}

onBothEngines('A forgotten password, without mail', (service) => {
  it('explains who can help and how, and sends nothing', async () => {
    const browser = createBrowser(service().baseUrl)
    const page = await browser.open('/forgot')
    assert.match(page.text, /npm start -- reset-password EMAIL/)
    assert.equal(page.forms.length, 0)
    const login = await browser.open('/login')
    login.forms = [{ action: '/forgot', method: 'post', fields: login.forms[0]!.fields }]
    assert.equal((await browser.submit(login, { email: 'ada@example.org' })).status, 409)
  })
})
