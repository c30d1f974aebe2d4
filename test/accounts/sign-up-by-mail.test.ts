import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { consumeVerificationEmailLimit } from '../../src/accounts/verification-email-limit.ts'
import { createInvitation } from '../../src/accounts/invitations.ts'
import { authorizePath, createPkce, PASSWORD, register } from '../support/agent.ts'
import { createBrowser, noticeOf } from '../support/browser.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { signUpByMail, signUpLinks } from '../support/sign-up-by-mail.ts'

const HOUR = 60 * 60_000
const OTHER_PASSWORD = 'another four words here'
const SENT = 'Check your mail: we sent you a link. It may take a few minutes, or end up in spam.'
const OVER = 'This link has been used or has expired. Sign up again, or sign in.'

const newEmail = () => `${randomUUID()}@example.org`

for (const engine of ENGINES) {
  describe(`Signing up where mail is sent, on ${engine}`, () => {
    let mail: MailServer
    let service: TestService
    before(async () => {
      mail = await startMailServer()
      const env = { SMTP_URL: mail.url, MAIL_FROM: 'Queue <queue@example.org>' }
      service = await startService(engine, { env })
    })
    after(async () => {
      await service.stop()
      await mail.stop()
    })

    async function ask(email: string, password = PASSWORD, path = '/signup') {
      const browser = createBrowser(service.baseUrl)
      return { browser, page: await browser.submit(await browser.open(path), { email, password }) }
    }
    const emailsTo = (email: string) => mail.emails.filter(({ to }) => to.includes(email))
    async function canSignIn(email: string, password: string): Promise<boolean> {
      const browser = createBrowser(service.baseUrl)
      return (await browser.submit(await browser.open('/login'), { email, password })).url.endsWith('/queue')
    }

    it('creates the account when the link is opened, and signs in', async () => {
      const email = newEmail()
      const { browser, page } = await ask(email)
      assert.equal(noticeOf(page), SENT)
      assert.equal(page.status, 200)
      assert.equal(await canSignIn(email, PASSWORD), false)
      const [link = ''] = signUpLinks(mail, email)
      // Scanners of mail look at links.
      for (let time = 0; time < 3; time++) await fetch(service.baseUrl + link)
      assert.equal(await canSignIn(email, PASSWORD), false)
      const form = await browser.open(link)
      const queue = await browser.submit(form, {})
      assert.equal(queue.url, `${service.baseUrl}/queue`)
      assert.equal(await canSignIn(email, PASSWORD), true)
      const stranger = createBrowser(service.baseUrl)
      assert.equal(noticeOf(await stranger.open(link)), OVER)
    })

    it('continues a pending authorization', async () => {
      const email = newEmail()
      const clientId = await register(service.baseUrl)
      const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge, state: 's' })
      const { browser } = await ask(email, PASSWORD, `/signup?return=${encodeURIComponent(path)}`)
      const consent = await browser.submit(await browser.open(signUpLinks(mail, email)[0] ?? ''), {})
      assert.equal(consent.url, service.baseUrl + path)
      assert.match(consent.text, /name="decision"/)
    })

    it('gets the same response for a taken address, and reveals that only in the email', async () => {
      const { email } = await signUpByMail(service.baseUrl, mail)
      const before = emailsTo(email).length
      const free = newEmail()
      const pages = [(await ask(email)).page, (await ask(free)).page].map(({ text, status, url }) => ({
        status,
        path: new URL(url).pathname,
        text: text.replaceAll(/name="form_token" value="[^"]*"/g, 'TOKEN'),
      }))
      assert.deepEqual(pages[0], pages[1])
      const [message, ...more] = emailsTo(email).slice(before)
      assert.deepEqual(more, [])
      assert.equal(message?.subject, 'You already have a Reading Queue account')
      assert.doesNotMatch(message!.text, /token=/)
      assert.equal(emailsTo(free).length, 1)
    })

    it('creates no account with a password that somebody else chose for the address', async () => {
      const email = newEmail()
      await ask(email, 'the password of an intruder')
      const owner = createBrowser(service.baseUrl)
      const form = await owner.open(signUpLinks(mail, email)[0] ?? '')
      assert.match(form.text, /You signed up in another browser/)
      for (const password of ['', PASSWORD]) {
        const refused = await owner.submit(form, { password })
        assert.match(noticeOf(refused), /^(Enter the password you chose|Wrong password)/)
      }
      // The person's own sign-up is theirs alone, whoever tried before or tries meanwhile.
      const mine = await ask(email, OTHER_PASSWORD)
      await ask(email, 'the password of an intruder')
      const link = signUpLinks(mail, email)[1] ?? ''
      assert.match((await mine.browser.submit(await mine.browser.open(link), {})).url, /\/queue$/)
      assert.equal(await canSignIn(email, OTHER_PASSWORD), true)
      assert.equal(await canSignIn(email, 'the password of an intruder'), false)
      for (const each of signUpLinks(mail, email))
        assert.equal(noticeOf(await createBrowser(service.baseUrl).open(each)), OVER)
    })

    it('accepts the link in another browser with the password, after five wrong attempts at most', async () => {
      const email = newEmail()
      await ask(email)
      const phone = createBrowser(service.baseUrl)
      const form = await phone.open(signUpLinks(mail, email)[0] ?? '')
      assert.match((await phone.submit(form, { password: PASSWORD })).url, /\/queue$/)

      const other = newEmail()
      await ask(other)
      const guesser = createBrowser(service.baseUrl)
      const guess = await guesser.open(signUpLinks(mail, other)[0] ?? '')
      for (let time = 0; time < 5; time++)
        assert.equal((await guesser.submit(guess, { password: `wrong, number ${time}` })).status, 200)
      assert.equal((await guesser.submit(guess, { password: PASSWORD })).status, 429)
    })

    it('creates one account if a link is used twice at the same moment, and none after a day', async () => {
      const email = newEmail()
      const { browser } = await ask(email)
      const form = await browser.open(signUpLinks(mail, email)[0] ?? '')
      const pages = await Promise.all([browser.submit(form, {}), browser.submit(form, {})])
      assert.equal(
        pages.filter((page) => page.status === 200 && page.url.endsWith('/queue')).length >= 1,
        true,
      )
      const rows = await service.running.services.db.rows('SELECT id FROM accounts WHERE email = ?', email)
      assert.equal(rows.length, 1)

      const late = newEmail()
      const { browser: slow } = await ask(late)
      service.clock.advance(24 * HOUR)
      assert.equal(noticeOf(await slow.open(signUpLinks(mail, late)[0] ?? '')), OVER)
    })

    it('sends three emails an hour to one address for one network, with the same response beyond that', async () => {
      const { email: taken } = await signUpByMail(service.baseUrl, mail)
      for (const email of [taken, newEmail()]) {
        for (let time = 0; time < 5; time++) {
          const { page } = await ask(email)
          assert.deepEqual([page.status, noticeOf(page)], [200, SENT])
        }
        assert.equal(emailsTo(email).length, 3)
      }
    })

    it('sends to an address for another network, and with an invitation, regardless of earlier requests', async () => {
      const email = newEmail()
      for (let time = 0; time < 4; time++) await ask(email)
      assert.equal(emailsTo(email).length, 3)
      const { services } = service.running
      const invitation = await createInvitation(services.db, services.random, {
        note: '',
        now: services.clock.now(),
      })
      const { browser } = await ask(email, OTHER_PASSWORD, `/signup?invitation=${invitation}`)
      assert.equal(emailsTo(email).length, 4)
      await ask(email, PASSWORD, '/signup?invitation=made-up')
      assert.equal(emailsTo(email).length, 4)
      const mayMail = (address: string) =>
        consumeVerificationEmailLimit(services, {
          email,
          requestSource: {
            ipAddress: address,
            userAgent: '',
            rateLimitNetwork: address,
            passwordLimitNetwork: address,
          },
          trustedSender: undefined,
          now: services.clock.now(),
        })
      const sent = []
      for (let network = 0; network < 20; network++) sent.push(await mayMail(`192.0.2.${network}`))
      assert.deepEqual([sent.indexOf(false), sent.includes(true, 17)], [17, false])
      assert.match(
        (await browser.submit(await browser.open(signUpLinks(mail, email)[3] ?? ''), {})).url,
        /queue$/,
      )
    })

    it('treats different spellings of a mailbox as one, and refuses invalid addresses', async () => {
      const name = randomUUID()
      const before = mail.emails.length
      for (const odd of [
        '<N@x.org>',
        'N@x.org>',
        'N@x.org,',
        'N@x.org;',
        'N@x.org.',
        'N@x..org',
        'N@.org',
        '"N"@x.org',
        'N@x.org/y',
        'N@x%2eorg',
        'N@[::1]',
        'N@',
        'N\u200b@x.org',
      ]) {
        const { page } = await ask(odd.replace('N', name))
        assert.deepEqual(
          [page.status, noticeOf(page)],
          [200, 'Enter an email address, like you@example.org.'],
          odd,
        )
      }
      assert.equal(mail.emails.length, before)
      for (const domain of ['x.org', 'ｘ.org', 'x。org', 'X\u00AD.org']) await ask(`${name}@${domain}`)
      assert.deepEqual(
        mail.emails.slice(before).map(({ to }) => to),
        Array.from({ length: 3 }, () => [`${name}@x.org`]),
      )
    })

    it('accepts a domain in its own script, and an account stored with an older spelling', async () => {
      const name = randomUUID()
      const { browser } = await ask(`${name}@bücher.example`)
      await browser.submit(await browser.open(signUpLinks(mail, `${name}@bücher.example`)[0] ?? ''), {})
      assert.equal(await canSignIn(`${name}@Bücher.example`, PASSWORD), true)
      const { db } = service.running.services
      const old = `<${name}@bücher.example>`
      await db.run('UPDATE accounts SET email = ? WHERE email = ?', old, `${name}@xn--bcher-kva.example`)
      assert.equal(await canSignIn(old, PASSWORD), true)
      assert.equal(await canSignIn(`${name}@bücher.example`, PASSWORD), false)
    })

    it('reports that mail can’t be sent', async () => {
      mail.refuse(true)
      const { page } = await ask(newEmail())
      mail.refuse(false)
      assert.equal(page.status, 503)
      assert.match(noticeOf(page), /The mail could not be sent/)
    })

    it('stores only hashes of the link and the password', async () => {
      const email = newEmail()
      await ask(email)
      const token = signUpLinks(mail, email)[0]?.split('token=')[1] ?? ''
      const rows = await service.running.services.db.rows('SELECT * FROM pending_sign_ups')
      assert.ok(rows.length > 0)
      for (const secret of [token, PASSWORD]) {
        assert.equal(JSON.stringify(rows).includes(secret), false)
        assert.equal(service.logged().includes(secret), false)
      }
    })
  })
}
