import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { enableAccount } from '../../src/accounts/disabled.ts'
import { agentWith, connectAgent, obtainCode, PASSWORD, requestToken, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { noticeOf, createBrowser } from '../support/browser.ts'
import { openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'
import { type Owner, signUpOwner } from './owner-session.ts'

const DISABLED = 'This account is disabled. Ask whoever runs this service to enable it again.'

for (const engine of ENGINES) {
  describe(`A disabled account, on ${engine}`, () => {
    let service: TestService
    /** A second instance, which hears of it by the database alone. */
    let otherInstance: TestService
    let mail: MailServer
    let owner: Owner
    let site: WebServer
    let requested: string[]
    before(async () => {
      mail = await startMailServer()
      service = await startService(engine)
      otherInstance = await startService(engine, { databaseUrl: service.databaseUrl })
      owner = await signUpOwner(service)
      requested = []
      site = await startWebServer((request, response) => {
        if (request.url !== '/favicon.ico') requested.push(request.url ?? '')
        response.setHeader('content-type', 'text/html')
        response.end(articlePage('On hypermedia'))
      })
    })
    after(async () => {
      await site.stop()
      await otherInstance.stop()
      await service.stop()
      await mail.stop()
    })

    async function signIn(at: TestService, email: string): Promise<string> {
      const browser = createBrowser(at.baseUrl)
      const page = await browser.submit(await browser.open('/login'), { email, password: PASSWORD })
      return new URL(page.url).pathname === '/login' ? noticeOf(page) : page.url
    }

    it('loses all access on every instance, and regains it once it is enabled', async () => {
      const person = await signUp(otherInstance.baseUrl)
      const agent = await connectAgent(otherInstance.baseUrl, person)
      const code = await obtainCode(otherInstance.baseUrl, person)
      const stream = engine === 'postgres' ? await openStream(otherInstance.baseUrl, agent) : undefined
      assert.equal(await owner.change(person.email, 'disable'), `${person.email} is disabled.`)
      await stream?.ended
      for (const at of [service, otherInstance]) {
        const { clientId, access, refresh } = agent
        const same = agentWith(at.baseUrl, clientId, { access, refresh })
        const response = await same.call('/queue')
        assert.equal(response.status, 401)
        assert.match(response.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
        const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId }
        assert.equal((await requestToken(at.baseUrl, form)).status, 400)
        assert.equal(await signIn(at, person.email), DISABLED)
      }
      assert.equal((await requestToken(otherInstance.baseUrl, code)).status, 400)
      assert.equal(new URL((await person.browser.open('/queue')).url).pathname, '/login')
      const wrong = createBrowser(service.baseUrl)
      const fields = { email: person.email, password: 'not the right one' }
      assert.notEqual(noticeOf(await wrong.submit(await wrong.open('/login'), fields)), DISABLED)

      assert.equal(await owner.change(person.email, 'enable'), `${person.email} is enabled again.`)
      assert.equal(new URL((await person.browser.open('/queue')).url).pathname, '/login')
      assert.equal(await signIn(otherInstance, person.email), `${otherInstance.baseUrl}/queue`)
      assert.equal((await agent.call('/queue')).status, 200)
      const { refresh, clientId } = agent
      const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId }
      assert.equal((await requestToken(otherInstance.baseUrl, form)).status, 200)
    })

    it('keeps its sessions if it is enabled without having been disabled', async () => {
      const person = await signUp(service.baseUrl)
      const { db } = service.running.services
      const { id } = (await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', person.email))!
      await enableAccount(db, id)
      assert.match((await person.browser.open('/queue')).url, /\/queue$/)
      await assert.rejects(enableAccount(db, 'nobody'), { code: 'not_found' })
    })

    it('can’t be opened by a password reset: the email says why, and an earlier link does nothing', async () => {
      const { email } = await signUp(service.baseUrl)
      const env = { SMTP_URL: mail.url, MAIL_FROM: 'queue@example.org' }
      const mailing = await startService(engine, { databaseUrl: service.databaseUrl, env })
      const browser = createBrowser(mailing.baseUrl)
      const ask = async () => browser.submit(await browser.open('/forgot'), { email })
      const emails = () => mail.emails.filter(({ to }) => to.includes(email)).map(({ text }) => text ?? '')
      await ask()
      await owner.change(email, 'disable')
      await ask()
      const [link = '', message] = await eventually(
        async () => emails(),
        ({ length }) => length === 2,
      )
      assert.match(message ?? '', /That account is disabled\./)
      assert.doesNotMatch(message ?? '', /\/reset/)
      const page = await browser.open(/http:\S+\/reset\?token=\S+/.exec(link)![0])
      const response = await browser.submit(page, { password: 'another four words here' })
      assert.match(response.text, /This account is disabled/)
      await owner.change(email, 'enable')
      assert.equal(await signIn(service, email), `${service.baseUrl}/queue`)
      await mailing.stop()
    })

    it('has no pages fetched until it is enabled, and then all of them', async () => {
      const person = await signUp(service.baseUrl)
      const agent = await connectAgent(service.baseUrl, person)
      const { db, clock } = service.running.services
      const accountId = await accountIdOf(service, person.email)
      // Work that falls due while the account is disabled, as after a restart.
      const item = await fetched(agent, await agent.save({ url: `${site.origin}/before` }))
      await owner.change(person.email, 'disable')
      await db.run(
        "INSERT INTO jobs (account_id, kind, subject, priority, due_at) VALUES (?, 'fetch-page', ?, 0, ?)",
        accountId,
        item.properties['id'] as string,
        clock.now(),
      )
      const due = async () =>
        (
          await db.row<{ due_at: number }>(
            "SELECT due_at FROM jobs WHERE account_id = ? AND kind = 'fetch-page'",
            accountId,
          )
        )?.due_at
      await eventually(due, (at) => at !== undefined && at > 1e14)
      assert.deepEqual(requested, ['/before'])
      await owner.change(person.email, 'enable')
      await eventually(due, (at) => at === undefined)
    })
  })
}
