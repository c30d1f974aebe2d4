import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createInvitation } from '../../src/accounts/invitations.ts'
import { setUpCode } from '../../src/accounts/sign-up-policy.ts'
import { PASSWORD, signUp } from '../support/agent.ts'
import { createBrowser, noticeOf, type Page } from '../support/browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startProgram } from '../support/program.ts'
import { ENGINES, onBothEngines, startService } from '../support/service.ts'
import { type Owner, SERVICE, signUpOwner } from './owner-session.ts'

const DAY = 86_400_000
let count = 0
const newEmail = () => `guest-${process.pid}-${count++}@example.org`

onBothEngines(
  'An invitation',
  (service) => {
    let owner: Owner
    before(async () => {
      owner = await signUpOwner(service())
    })

    async function accept(path: string, fields: Record<string, string> = {}): Promise<Page> {
      const browser = createBrowser(service().baseUrl)
      return browser.submit(await browser.open(path), { email: newEmail(), password: PASSWORD, ...fields })
    }

    it('lets one person create an account where strangers can’t', async () => {
      const browser = createBrowser(service().baseUrl)
      assert.equal((await browser.open('/signup')).status, 403)
      assert.doesNotMatch((await browser.open('/login')).text, /\/signup/)
      const path = await owner.invite('For Bob')
      assert.match((await owner.browser.open(SERVICE)).text, /For Bob/)
      assert.doesNotMatch((await owner.browser.open(SERVICE)).text, /invitation=/)
      const form = await browser.open(path)
      assert.match(form.text, /You have been invited/)
      const late = await createBrowser(service().baseUrl).open(path)
      assert.equal(late.status, 200)
      const wrong = await browser.submit(form, { email: newEmail(), password: 'short' })
      assert.match(noticeOf(wrong), /at least 12/i)
      assert.match(wrong.url, /invitation=/)
      const made = await browser.submit(wrong, { email: newEmail(), password: PASSWORD })
      assert.equal(made.url, `${service().baseUrl}/queue`)
      const used = await createBrowser(service().baseUrl).open(path)
      assert.equal(used.status, 403)
      assert.match(used.text, /already used, or has expired/)
      assert.doesNotMatch((await owner.browser.open(SERVICE)).text, /For Bob/)
      assert.equal((await browser.open(SERVICE)).status, 404)
    })

    it('creates one account if ten requests use it at once', async () => {
      const path = await owner.invite()
      const browsers = Array.from({ length: 10 }, () => createBrowser(service().baseUrl))
      const forms = await Promise.all(browsers.map((browser) => browser.open(path)))
      const answers = await Promise.all(
        browsers.map((browser, i) => browser.submit(forms[i]!, { email: newEmail(), password: PASSWORD })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(403)])
    })

    it('stays valid if the account could not be created', async () => {
      const path = await owner.invite()
      const taken = await accept(path, { email: owner.email })
      assert.match(noticeOf(taken), /can’t be used/)
      assert.equal((await accept(path)).url, `${service().baseUrl}/queue`)
    })

    it('is one of at most a hundred open ones, however many are created at once', async () => {
      const { db, random, clock } = service().running.services
      const open = async () => (await db.rows('SELECT id FROM invitations')).length
      const create = () => createInvitation(db, random, { note: '', now: clock.now() })
      for (let left = 98 - (await open()); left > 0; left -= 1) await create()
      const results = await Promise.allSettled(Array.from({ length: 8 }, create))
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
      assert.equal(await open(), 100)
      await db.run('DELETE FROM invitations')
    })

    it('is stored only as a hash, and can be created on the command line too', async () => {
      const env = { DATABASE_URL: service().databaseUrl, BASE_URL: service().baseUrl }
      const program = startProgram(env, ['invite', 'For', 'Carol'])
      assert.equal(await program.ended, 0)
      const path = /\/signup\?invitation=([\w-]{43})/.exec(program.output())!
      const { db } = service().running.services
      const rows = await db.rows<{ note: string }>('SELECT * FROM invitations')
      assert.equal(rows.length, 1)
      assert.equal(rows[0]?.note, 'For Carol')
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(path[1]!))
      assert.equal((await accept(path[0])).url, `${service().baseUrl}/queue`)
    })

    it('expires after seven days, and ends when it is withdrawn', async () => {
      const late = await owner.invite()
      const withdrawn = await owner.invite('Withdrawn')
      const page = await owner.browser.open(SERVICE)
      const response = await owner.browser.submit(page, {}, { action: `${SERVICE}/invitations/withdraw` })
      assert.match(noticeOf(response), /^Invitation withdrawn/)
      assert.equal((await createBrowser(service().baseUrl).open(withdrawn)).status, 403)
      const browser = createBrowser(service().baseUrl)
      const form = await browser.open(late)
      service().clock.advance(7 * DAY)
      assert.equal((await browser.submit(form, { email: newEmail(), password: PASSWORD })).status, 403)
      for (const secret of ['', 'nonsense', 'x'.repeat(5000), '%00'])
        assert.equal((await browser.open(`/signup?invitation=${secret}`)).status, 403)
    })
  },
  { env: { SIGN_UP: 'first' } },
)

for (const engine of ENGINES) {
  describe(`The first account, on ${engine}`, () => {
    it('of a closed service is created by an invitation from the command line, and owns it', async () => {
      const env = { SIGN_UP: 'closed', BASE_URL: 'http://queue.example.org', ALLOW_INSECURE_HTTP: '1' }
      const service = await startService(engine, { env })
      const socket = `http://127.0.0.1:${service.running.services.config.port}`
      const program = startProgram({ ...env, DATABASE_URL: service.databaseUrl }, ['invite'])
      assert.equal(await program.ended, 0)
      const path = /\/signup\?invitation=\S+/.exec(program.output())![0]
      const browser = createBrowser(socket)
      await browser.submit(await browser.open(path), { email: newEmail(), password: PASSWORD })
      assert.equal((await browser.open(SERVICE)).status, 200)
      await service.stop()
    })

    it('has to confirm its email address, as an invited one does, of which only one can use an invitation', async () => {
      const mail = await startMailServer()
      const mailing = { SMTP_URL: mail.url, MAIL_FROM: 'queue@example.org' }
      const env = { ...mailing, BASE_URL: 'http://queue.example.org', ALLOW_INSECURE_HTTP: '1' }
      const service = await startService(engine, { env })
      const { db, seal, random, clock, config } = service.running.services
      const socket = `http://127.0.0.1:${config.port}`
      const ask = async (path: string, fields: Record<string, string> = {}) => {
        const email = newEmail()
        const browser = createBrowser(socket)
        const page = await browser.submit(await browser.open(path), { email, password: PASSWORD, ...fields })
        return { browser, page, email }
      }
      const confirm = async ({ browser, email }: Awaited<ReturnType<typeof ask>>) => {
        const message = mail.emails.findLast(({ to }) => to.includes(email))
        const path = /\/signup\/confirm\?token=\S+/.exec(message?.text ?? '')![0]
        return browser.submit(await browser.open(path), {})
      }
      const isIn = (page: Page) => new URL(page.url).pathname === '/queue'
      assert.match(noticeOf((await ask('/signup')).page), /^Enter the set-up code/)
      const owner = await ask('/signup', { set_up_code: setUpCode(seal) })
      assert.match(noticeOf(owner.page), /^Check your mail/)
      assert.equal(isIn(await confirm(owner)), true)
      assert.equal((await owner.browser.open(SERVICE)).status, 200)
      const link = `/signup?invitation=${await createInvitation(db, random, { note: '', now: clock.now() })}`
      const [one, two] = [await ask(link), await ask(link)]
      assert.match(noticeOf(one.page), /^Check your mail/)
      assert.equal(isIn(await confirm(one)), true)
      assert.equal((await confirm(two)).status, 403)
      assert.equal((await db.rows('SELECT id FROM accounts')).length, 2)
      await service.stop()
      await mail.stop()
    })

    it('can be replaced as the owner on the command line', async () => {
      const service = await startService(engine)
      const [first, second] = [await signUp(service.baseUrl), await signUp(service.baseUrl)]
      const env = { DATABASE_URL: service.databaseUrl, BASE_URL: service.baseUrl }
      const wrong = startProgram(env, ['owner', 'nobody@example.org'])
      assert.equal(await wrong.ended, 1)
      assert.match(wrong.output(), /no account with the address nobody@example\.org/)
      assert.equal(await startProgram(env, ['owner', second.email.toUpperCase()]).ended, 0)
      assert.equal((await first.browser.open(SERVICE)).status, 404)
      assert.equal((await second.browser.open(SERVICE)).status, 200)
      await service.stop()
    })
  })
}
