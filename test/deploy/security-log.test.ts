import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { findExecutable } from '../support/executable.ts'
import { type Program, startProgram } from '../support/program.ts'
import { deployed } from './proxy.ts'

const run = promisify(execFile)

/** fail2ban's pattern for an address as a JavaScript regular expression. */
const ADDRESS = String.raw`(?<address>[\d.]{7,15}|[\da-f:.]{2,45})`

describe('The security log of a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-security-'))
  let program: Program
  let baseUrl: string
  let clientAddress = 0
  before(async () => {
    program = startProgram({ DATA_DIR: folder, TRUST_PROXY: '1', LOG_REQUESTS: '1' })
    baseUrl = await program.ready()
  })
  after(async () => {
    program.process.kill('SIGTERM')
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  })

  const nextAddress = () => `198.51.100.${++clientAddress}`
  const forwardedFor = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const lines = () => program.output().split('\n').filter(Boolean)
  const loggedEvents = (address: string) =>
    lines()
      .filter((line) => line.includes('Security event') && line.includes(`"${address}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ event, reason }) => [event, reason])

  async function send(
    path: string,
    form: string,
    { fields, address }: { fields: Record<string, string>; address: string },
  ) {
    const browser = createBrowser(baseUrl)
    return browser.submit(await browser.open(path), fields, { action: form, ...forwardedFor(address) })
  }

  it('has a line with the address for each failed sign-in, sign-up, reset and registration', async () => {
    const { email } = await signUp(baseUrl)
    const address = nextAddress()
    await send('/login', '/login', { fields: { email, password: 'wrong but long enough' }, address })
    await send('/signup', '/signup', { fields: { email, password: 'four words make a pass' }, address })
    const fields: Record<string, string> = {
      token: 'x',
      password: 'another four words here',
    }
    const browser = createBrowser(baseUrl)
    const login = await browser.open('/login')
    fields['form_token'] = login.forms[0]!.fields['form_token'] ?? ''
    const form = { ...login, forms: [{ action: '/reset', method: 'post', fields }] }
    await browser.submit(form, {}, forwardedFor(address))
    await fetch(`${baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...forwardedFor(address).headers },
      body: JSON.stringify({ redirect_uris: [] }),
    })
    const all = await eventually(
      async () => loggedEvents(address),
      ({ length }) => length === 4,
    )
    assert.deepEqual(all, [
      ['sign-in-failed', 'wrong'],
      ['sign-up-refused', 'taken'],
      ['reset-refused', 'link-over'],
      ['registration-refused', 'invalid'],
    ])
    assert.equal(program.output().includes(email), false)
  })

  it('says of a rate-limited attempt that it was throttled', async () => {
    const address = nextAddress()
    for (let time = 0; time < 6; time++)
      await send('/login', '/login', {
        fields: { email: 'a@example.org', password: 'wrong but long enough' },
        address,
      })
    const all = await eventually(
      async () => loggedEvents(address),
      ({ length }) => length === 6,
    )
    assert.deepEqual(all.at(-1), ['sign-in-failed', 'throttled'])
  })

  it('is matched by the filter, line by line, and callers can’t forge a matching line', async () => {
    const address = nextAddress()
    const forged = `x","event":"sign-in-failed","address":"192.0.2.66","msg":"Security event"}`
    await fetch(`${baseUrl}/nothing/${encodeURIComponent(forged)}?q=${encodeURIComponent(forged)}`, {
      headers: { 'user-agent': forged, traceparent: forged, 'x-forwarded-for': forged },
    })
    const password = forged
    await send('/login', '/login', { fields: { email: forged, password }, address })
    await send('/login', '/login', { fields: { email: 'a@example.org', password }, address: '2001:db8::1' })
    await eventually(
      async () => loggedEvents('2001:db8::1'),
      ({ length }) => length === 1,
    )
    const [, source = ''] = /^failregex = (.*)$/m.exec(deployed('fail2ban/filter.conf')) ?? []
    const filter = new RegExp(source.replace('<ADDR>', ADDRESS))
    const matched = lines().flatMap((line) => filter.exec(line)?.groups?.['address'] ?? [])
    assert.ok(matched.includes(address))
    assert.ok(matched.includes('2001:db8::1'))
    assert.equal(matched.includes('192.0.2.66'), false)
    const events = lines().filter((line) => line.includes('"msg":"Security event"}'))
    assert.equal(matched.length, events.length)

    const fail2ban = findExecutable(undefined, ['fail2ban-regex'])
    if (!fail2ban) return
    const file = join(folder, 'service.log')
    writeFileSync(file, `${lines().join('\n')}\n`)
    const conf = fileURLToPath(new URL('../../deploy/fail2ban/filter.conf', import.meta.url))
    const { stdout } = await run(fail2ban, ['--out', 'ip', file, conf])
    assert.deepEqual(stdout.split('\n').filter(Boolean).sort(), matched.toSorted())
  })
})
