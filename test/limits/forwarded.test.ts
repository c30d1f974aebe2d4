import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { it } from 'node:test'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startProgram } from '../support/program.ts'
import { onBothEngines, type TestService } from '../support/service.ts'

/** Wrong requests for a token that one address may send in a minute. */
const MOST = 60

const headersOf = (name: string, value: string) => ({ [name]: value })

/** The status of a wrong request for a token, forwarded as this. */
async function fail(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'x' })
  const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

async function spend(service: TestService, headers: Record<string, string>): Promise<void> {
  service.clock.hold()
  for (let time = 0; time < MOST; time++) assert.equal(await fail(service.baseUrl, headers), 400)
  assert.equal(await fail(service.baseUrl, headers), 429)
}

onBothEngines('Behind a proxy that TRUST_PROXY does not count', (service) => {
  it('callers are counted by the address that the proxy appends, whatever they send', async () => {
    const { baseUrl } = service()
    const forwarded = (value: string) => fail(baseUrl, headersOf('x-forwarded-for', value))
    await spend(service(), headersOf('x-forwarded-for', '198.51.100.1'))
    for (const forged of [
      '203.0.113.7, 198.51.100.1',
      '127.0.0.1, 198.51.100.1:4711',
      'x, ::ffff:198.51.100.1',
    ])
      assert.equal(await forwarded(forged), 429, forged)
    assert.equal(await forwarded('198.51.100.2'), 400)
    assert.equal(await fail(baseUrl, {}), 400)
  })

  it('callers without a public address are counted as one', async () => {
    const { baseUrl } = service()
    await spend(service(), headersOf('x-real-ip', '198.51.100.9'))
    for (const [name, value] of [
      ['forwarded', 'for=198.51.100.9'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-for', ''],
      ['x-forwarded-for', '198.51.100.3, unknown'],
    ] as const)
      assert.equal(await fail(baseUrl, headersOf(name, value)), 429, `${name}: ${value}`)
    assert.equal(await fail(baseUrl, {}), 400)
  })

  it('the log says so once, and the doctor what to do', async () => {
    const { logged, databaseUrl, baseUrl } = service()
    assert.equal(logged().split('A proxy forwards requests, but TRUST_PROXY is off').length, 2)
    const run = async (trust: string) => {
      const env = { DATABASE_URL: databaseUrl, BASE_URL: baseUrl, TRUST_PROXY: trust }
      const program = startProgram(env, ['doctor'])
      return [await program.ended, program.output()] as const
    }
    const [code, commandOutput] = await eventually(
      () => run('0'),
      ([code]) => code === 1,
    )
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ proxy: Requests come through a proxy, but TRUST_PROXY is off.* Set TRUST_PROXY=1/m,
    )
    assert.doesNotMatch((await run('1'))[1], /proxy:/)
  })
})

/** The statuses of wrong passwords for one account of somebody, each forwarded as the next of these. */
async function guess({ baseUrl }: TestService, email: string, forwarded: string[][]): Promise<number[]> {
  const browser = createBrowser(baseUrl)
  const page = await browser.open('/login')
  const body = new URLSearchParams({
    form_token: page.forms.find(({ action }) => action === '/login')!.fields['form_token']!,
    email,
    password: 'wrong but long enough',
  }).toString()
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const statuses: number[] = []
  for (const lines of forwarded) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': lines,
      cookie,
    }
    const sent = request(`${baseUrl}/login`, { method: 'POST', headers }).end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    statuses.push(answer.statusCode!)
  }
  return statuses
}

/** Wrong passwords for one account before the first wait. */
const WRONG = 5
const HIDDEN = '203.0.113.'
const numbers = Array.from({ length: WRONG + 3 }, (_, number) => number)

function assertStopped(service: TestService, statuses: number[]): void {
  assert.deepEqual(
    statuses,
    numbers.map((number) => (number < WRONG ? 303 : 429)),
  )
  assert.equal(service.logged().includes(HIDDEN), false, 'no address that a caller makes up is named')
}

onBothEngines('Wrong passwords behind a proxy that TRUST_PROXY does not count', (service) => {
  it('are counted as one caller, whatever addresses are forged, and not for callers on this machine', async () => {
    service().clock.hold()
    const email = `${randomUUID()}@example.org`
    const forged = numbers.map((number) => [`${HIDDEN}${number}`])
    assertStopped(service(), await guess(service(), email, forged))
    assert.deepEqual(await guess(service(), email, [[]]), [303])
  })
})

onBothEngines(
  'Behind a proxy that appends to what callers say',
  (service) => {
    it('the right-most address counts, whatever is left of it', async () => {
      const { baseUrl } = service()
      const forwarded = (value: string) => fail(baseUrl, headersOf('x-forwarded-for', value))
      await spend(service(), headersOf('x-forwarded-for', '198.51.100.1'))
      for (const forged of [
        '203.0.113.7, 198.51.100.1',
        '10.0.0.1, 198.51.100.1',
        '203.0.113.7, 198.51.100.1:4711',
      ])
        assert.equal(await forwarded(forged), 429, forged)
      assert.equal(await forwarded('198.51.100.1, 198.51.100.2'), 400)
      await spend(service(), headersOf('x-forwarded-for', '[2001:db8::1]:4711'))
      assert.equal(await forwarded('2001:db8::2'), 429)
      assert.equal(await forwarded('2001:db8::2, unknown'), 400)
    })

    it('a private address counts like any other', async () => {
      const { baseUrl } = service()
      await spend(service(), headersOf('x-forwarded-for', '172.17.0.1'))
      const forged = headersOf('x-forwarded-for', '203.0.113.7, 172.17.0.1')
      assert.equal(await fail(baseUrl, forged), 429)
      assert.equal(await fail(baseUrl, headersOf('x-forwarded-for', '172.17.0.2')), 400)
    })

    it('wrong passwords from a private address are stopped, and the security log names it', async () => {
      service().clock.hold()
      const forged = numbers.map((number) =>
        number % 2 ? [`${HIDDEN}${number}, 172.17.0.3`] : [`${HIDDEN}${number}`, '172.17.0.3'],
      )
      assertStopped(service(), await guess(service(), `${randomUUID()}@example.org`, forged))
      assert.match(service().logged(), /172\.17\.0\.3/)
    })
  },
  { env: { TRUST_PROXY: '1' } },
)

onBothEngines(
  'Behind two proxies',
  (service) => {
    it('the second address from the right counts, or the only one', async () => {
      const { baseUrl } = service()
      await spend(service(), headersOf('x-forwarded-for', '198.51.100.1, 10.0.0.1'))
      for (const value of [
        '203.0.113.7, 198.51.100.1, 10.0.0.2',
        '10.0.0.3, 198.51.100.1, 8.8.8.8',
        '198.51.100.1',
      ])
        assert.equal(await fail(baseUrl, headersOf('x-forwarded-for', value)), 429, value)
      const other = headersOf('x-forwarded-for', '198.51.100.1, 198.51.100.2, 10.0.0.1')
      assert.equal(await fail(baseUrl, other), 400)
    })
  },
  { env: { TRUST_PROXY: '2' } },
)
