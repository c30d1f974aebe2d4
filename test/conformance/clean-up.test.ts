import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sweep } from '../../src/jobs/sweep.ts'
import { connectAgent, obtainCode, PASSWORD, register, requestToken, signUp } from '../support/agent.ts'
import { assertRefused, postJson, requestRefresh, statusOf, tokensOf } from '../support/oauth.ts'
import { onBothEngines } from '../support/service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

onBothEngines('The clean-up', (service) => {
  before(() => service().clock.hold())
  const db = () => service().running.services.db
  async function sweepAfter(milliseconds: number): Promise<void> {
    service().clock.advance(milliseconds)
    await sweep(service().running.services)
  }
  async function connect() {
    return connectAgent(service().baseUrl, await signUp(service().baseUrl))
  }
  const exists = async (table: string, column: string, value: string) =>
    (await db().row(`SELECT 1 AS found FROM ${table} WHERE ${column} = ?`, value)) !== undefined

  it('deletes nothing before its documented lifetime', async () => {
    const { baseUrl } = service()
    const [agent, idle, busy] = [await connect(), await connect(), await connect()]
    const unused = await register(baseUrl)
    await sweepAfter(0)
    assert.equal(await statusOf(baseUrl, agent.access), 200)
    await sweepAfter(HOUR - 1)
    assert.equal(await statusOf(baseUrl, agent.access), 200)
    await sweepAfter(7 * DAY - 2 * HOUR)
    assert.equal(await exists('clients', 'id', unused), true)
    const renewed = await tokensOf(await requestRefresh(baseUrl, busy))
    await sweepAfter(23 * DAY)
    const pair = { clientId: busy.clientId, refresh: renewed.refresh_token }
    assert.equal((await requestRefresh(baseUrl, pair)).status, 200)
    assert.equal((await requestRefresh(baseUrl, idle)).status, 200)
  })

  it('keeps the pair for a repeated refresh for its documented time, and not longer', async () => {
    const { baseUrl } = service()
    const agent = await connect()
    const renewed = await tokensOf(await requestRefresh(baseUrl, agent))
    await sweepAfter(119 * SECOND)
    const again = await tokensOf(await requestRefresh(baseUrl, agent))
    assert.equal(again.refresh_token, renewed.refresh_token)
    await sweepAfter(2 * SECOND)
    const sealed = await db().rows('SELECT hash FROM tokens WHERE encrypted_pair IS NOT NULL')
    assert.deepEqual(sealed, [])
  })

  it('keeps rotated tokens and used codes long enough to detect their reuse', async () => {
    const { baseUrl } = service()
    const agent = await connect()
    const renewed = await tokensOf(await requestRefresh(baseUrl, agent))
    const form = await obtainCode(baseUrl, await signUp(baseUrl))
    const exchanged = await tokensOf(await requestToken(baseUrl, form))
    await sweepAfter(30 * MINUTE)
    await assertRefused(await requestRefresh(baseUrl, agent), 400, 'invalid_grant')
    assert.equal(await statusOf(baseUrl, renewed.access_token), 401)
    await assertRefused(await requestToken(baseUrl, form), 400, 'invalid_grant')
    assert.equal(await statusOf(baseUrl, exchanged.access_token), 401)
  })

  it('keeps an expired access token so that it can still revoke its grant', async () => {
    const { baseUrl } = service()
    const agent = await connect()
    await sweepAfter(2 * HOUR)
    await postJson(baseUrl, '/oauth/revoke', { body: { token: agent.access } })
    await assertRefused(await requestRefresh(baseUrl, agent), 400, 'invalid_grant')
  })

  it('deletes unused registrations after seven days', async () => {
    const unused = await register(service().baseUrl)
    await sweepAfter(7 * DAY)
    assert.equal(await exists('clients', 'id', unused), false)
  })

  it('deletes a used registration 90 days after its last grant ended', async () => {
    const { baseUrl } = service()
    const agent = await connect()
    await sweepAfter(20 * DAY)
    await postJson(baseUrl, '/oauth/revoke', { body: { token: agent.refresh } })
    await sweepAfter(90 * DAY - 1)
    assert.equal(await exists('clients', 'id', agent.clientId), true)
    await sweepAfter(1)
    assert.equal(await exists('clients', 'id', agent.clientId), false)
    assert.equal(await exists('grants', 'client_id', agent.clientId), false)
  })

  it('keeps a registration whose grant is a year old and still refreshed', async () => {
    const { baseUrl } = service()
    const agent = await connect()
    let { refresh } = agent
    for (let days = 0; days < 364; days += 28) {
      await sweepAfter(28 * DAY)
      const renewed = await tokensOf(await requestRefresh(baseUrl, { clientId: agent.clientId, refresh }))
      refresh = renewed.refresh_token
    }
    assert.equal(await exists('clients', 'id', agent.clientId), true)
    assert.equal(await exists('grants', 'client_id', agent.clientId), true)
  })

  it('leaves nothing of what ended long ago', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    await connectAgent(baseUrl, person)
    await obtainCode(baseUrl, person)
    await person.browser.submit(await person.browser.open('/queue'), {}, { action: '/logout' })
    const wrong = { email: person.email, password: `not ${PASSWORD}` }
    await person.browser.submit(await person.browser.open('/login'), wrong)
    await sweepAfter(500 * DAY)
    const tables =
      'clients authorization_codes decided_requests tokens grants sessions sign_in_attempts rate_limits'.split(
        ' ',
      )
    for (const table of tables) assert.deepEqual(await db().rows(`SELECT * FROM ${table}`), [], table)
  })
})
