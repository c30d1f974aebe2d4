import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connectAgent, PASSWORD, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { ENVIRONMENT } from '../support/environment.ts'
import { startMailServer } from '../support/mail-server.ts'
import { onBothEngines } from '../support/service.ts'

const main = fileURLToPath(new URL('../../bin/reading-queue.mjs', import.meta.url))
const NEW_PASSWORD = 'another four words here'

onBothEngines('npm start -- reset-password', (service) => {
  /** Runs it beside the service, with something on its standard input. */
  async function run(args: string[], input = '', env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [main, 'reset-password', ...args], {
      env: {
        ...ENVIRONMENT,
        BASE_URL: service().baseUrl,
        DATABASE_URL: service().databaseUrl,
        ...env,
      },
    })
    child.stdin.end(input)
    const [output, mistakes, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code: code as number, output, mistakes }
  }

  async function canSignIn(email: string, password: string): Promise<boolean> {
    const browser = createBrowser(service().baseUrl)
    return (await browser.submit(await browser.open('/login'), { email, password })).url.endsWith('/queue')
  }

  it('prints a link that sets a new password once', async () => {
    const { email } = await signUp(service().baseUrl)
    const { code, output, mistakes } = await run([email.toUpperCase()])
    assert.equal(code, 0)
    assert.equal(mistakes, '')
    const link = /http:\/\/localhost:\d+\/reset\?token=\S+/.exec(output)?.[0] ?? ''
    const browser = createBrowser(service().baseUrl)
    const form = await browser.open(link)
    const done = await browser.submit(form, { password: NEW_PASSWORD })
    assert.equal(new URL(done.url).pathname, '/login')
    assert.equal(await canSignIn(email, NEW_PASSWORD), true)
    assert.equal(new URL((await browser.submit(form, { password: PASSWORD })).url).pathname, '/forgot')
  })

  it('reads the password from standard input, and signs out every browser', async () => {
    const { email, browser } = await signUp(service().baseUrl)
    const { code, output } = await run(['--password-stdin', email], `${NEW_PASSWORD}\n`)
    assert.equal(code, 0)
    assert.equal(output, `The password of ${email} is set, and every browser is signed out.\n`)
    assert.match((await browser.open('/queue')).url, /\/login/)
    assert.equal(await canSignIn(email, NEW_PASSWORD), true)
  })

  it('tells the person by email that the password was set', async (t) => {
    const mail = await startMailServer()
    t.after(() => mail.stop())
    const { email } = await signUp(service().baseUrl)
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'Queue <queue@example.org>' }
    const { code } = await run(['--password-stdin', email], NEW_PASSWORD, env)
    assert.equal(code, 0)
    assert.deepEqual(
      mail.emails.map(({ to, subject }) => [to, subject]),
      [[[email], 'Your Reading Queue password was reset']],
    )
  })

  it('removes every other way to sign in except the chosen ones, and prints what it removed', async () => {
    const NEXT_PASSWORD = 'five more words of a pass'
    const { baseUrl, running } = service()
    const { db, random } = running.services
    const ada = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, ada, 'Kept Agent')
    const account = await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', ada.email)
    await db.run(
      `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
       VALUES (?, ?, '', 0, '', 'Old phone', 1)`,
      account!.id,
      random.id(),
    )
    const kept = await run([ada.email, '--password-stdin', '--keep-agents'], NEW_PASSWORD)
    assert.equal(
      kept.output,
      `The password of ${ada.email} is set, and every browser is signed out.\nRemoved:\n  Passkey: Old phone\n`,
    )
    assert.equal((await agent.call('/queue')).status, 200)
    const all = await run([ada.email, '--password-stdin'], NEXT_PASSWORD)
    assert.match(all.output, /Removed:\n {2}Agent: Kept Agent\n$/)
    assert.equal((await agent.call('/queue')).status, 401)
    const without = await run([ada.email, '--keep-agents'])
    assert.equal(without.code, 2)
    assert.match(without.mistakes, /^The --keep flags need --password-stdin/)
  })

  it('exits with 1 and an error for an unknown address and for a common password', async () => {
    const unknown = await run(['nobody@example.org'])
    assert.equal(unknown.code, 1)
    assert.equal(unknown.mistakes, 'There is no account with the address nobody@example.org.\n')
    const { email } = await signUp(service().baseUrl)
    const easy = await run([email, '--password-stdin'], 'short')
    assert.equal(easy.code, 1)
    assert.match(easy.mistakes, /^Choose a password of at least 12 characters/)
    assert.equal(await canSignIn(email, PASSWORD), true)
  })

  it('exits with 2 and its usage for invalid arguments', async () => {
    for (const args of [
      [],
      ['a@example.org', 'b@example.org'],
      ['--password'],
      ['a@example.org', '--x'],
      ['--x'],
    ]) {
      const { code, mistakes } = await run(args)
      assert.equal(code, 2, args.join(' '))
      assert.match(mistakes, /^reset-password takes the email address of an account\./)
      assert.match(mistakes, /reset-password EMAIL \[--password-stdin/)
    }
  })
})
