import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  type Agent,
  agentWith,
  connectAgent,
  obtainCode,
  type Person,
  requestToken,
  signUp,
} from '../support/agent.ts'
import {
  afterRestart,
  assertNoStore,
  assertRefused,
  postJson,
  requestRefresh,
  statusOf,
  tokensOf,
} from '../support/oauth.ts'
import { ENGINES, onBothEngines, startService } from '../support/service.ts'

onBothEngines('Revocation', (service) => {
  let person: Person
  before(async () => {
    person = await signUp(service().baseUrl)
  })
  const connect = () => connectAgent(service().baseUrl, person)
  const send = (body: unknown) => postJson(service().baseUrl, '/oauth/revoke', { body })
  const sendForm = (form: Record<string, string>) =>
    fetch(`${service().baseUrl}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(form) })

  async function assertDone(response: Response): Promise<void> {
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(await response.text(), '{}')
    assertNoStore(response)
  }
  async function assertDead(agent: Agent): Promise<void> {
    assert.equal(await statusOf(service().baseUrl, agent.access), 401)
    await assertRefused(await requestRefresh(service().baseUrl, agent), 400, 'invalid_grant')
  }
  async function assertAlive(agent: Agent): Promise<void> {
    assert.equal(await statusOf(service().baseUrl, agent.access), 200)
    assert.equal((await requestRefresh(service().baseUrl, agent)).status, 200)
  }

  it('of an access token as JSON revokes it and its refresh token at once', async () => {
    const agent = await connect()
    await assertDone(await send({ token: agent.access }))
    await assertDead(agent)
  })

  it('of a refresh token as JSON revokes it and its access token at once', async () => {
    const agent = await connect()
    await assertDone(await send({ token: agent.refresh }))
    await assertDead(agent)
  })

  it('accepts the form of the standard as well, with or without hint and client_id', async () => {
    for (const kind of ['access', 'refresh'] as const) {
      for (const more of [
        {},
        { token_type_hint: `${kind}_token` },
        { token_type_hint: kind === 'access' ? 'refresh_token' : 'access_token' },
        { token_type_hint: 'saml_assertion', foo: 'bar', client_secret: '' },
      ] as Record<string, string>[]) {
        const agent = await connect()
        await assertDone(await sendForm({ token: agent[kind], ...more, client_id: agent.clientId }))
        await assertDead(agent)
        const other = await connect()
        await assertDone(await sendForm({ token: other[kind], ...more }))
        await assertDead(other)
      }
    }
  })

  it('ignores a token that was issued to another client', async () => {
    const [agent, other] = [await connect(), await connect()]
    for (const token of [agent.access, agent.refresh]) {
      for (const clientId of [other.clientId, 'reading-queue-firefox']) {
        const body = { token, client_id: clientId }
        await assertRefused(await sendForm(body), 400, 'invalid_grant')
        await assertRefused(await send(body), 400, 'invalid_grant')
      }
      for (const clientId of ['nobody', `rqc_${'a'.repeat(49)}`, 'x'.repeat(5000)]) {
        await assertRefused(await sendForm({ token, client_id: clientId }), 400, 'invalid_client')
      }
      for (const clientId of [[agent.clientId], 1, {}]) {
        await assertRefused(await send({ token, client_id: clientId }), 400, 'invalid_request')
      }
    }
    const twice = `token=${agent.access}&client_id=${agent.clientId}&client_id=${agent.clientId}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', headers, body: twice }
    await assertRefused(await fetch(`${service().baseUrl}/oauth/revoke`, init), 400, 'invalid_request')
    assert.equal(await statusOf(service().baseUrl, agent.access), 200)
    await assertDone(await sendForm({ token: 'nonsense', client_id: other.clientId }))
    await assertDone(await sendForm({ token: agent.access, client_id: '' }))
    await assertDead(agent)
    await assertAlive(other)
  })

  it('ignores unknown members of the JSON body', async () => {
    const agent = await connect()
    await assertDone(await send({ token: agent.access, token_type_hint: 'refresh_token', foo: [1] }))
    await assertDead(agent)
  })

  it('responds alike for tokens that are unknown, expired or already revoked', async () => {
    const [revoked, expired] = [await connect(), await connect()]
    await send({ token: revoked.access })
    service().clock.advance(3_600_000)
    const unknown = ['nonsense', `rq_at_${'a'.repeat(49)}`, ' ', '💜', 'x'.repeat(10_000), "' OR ''='"]
    for (const token of [revoked.access, revoked.refresh, expired.access, ...unknown]) {
      await assertDone(await send({ token }))
      await assertDone(await sendForm({ token }))
    }
  })

  it('refuses a body without a token with invalid_request', async () => {
    const bodies = [
      {},
      { token: '' },
      { token: null },
      { token: 1 },
      { token: ['x'] },
      { token: {} },
      [],
      null,
    ]
    for (const body of [...bodies, '{', '', '"x"']) {
      await assertRefused(await send(body), 400, 'invalid_request')
    }
    await assertRefused(await sendForm({}), 400, 'invalid_request')
    await assertRefused(await sendForm({ token: '' }), 400, 'invalid_request')
    await assertRefused(await sendForm({ access_token: 'x' }), 400, 'invalid_request')
  })

  it('of a rotated refresh token, or of an earlier access token, ends the whole grant', async () => {
    for (const kind of ['access', 'refresh'] as const) {
      const agent = await connect()
      const second = await tokensOf(await requestRefresh(service().baseUrl, agent))
      const third = await tokensOf(
        await requestRefresh(service().baseUrl, { clientId: agent.clientId, refresh: second.refresh_token }),
      )
      await assertDone(await send({ token: agent[kind] }))
      await assertDead(
        agentWith(service().baseUrl, agent.clientId, {
          access: third.access_token,
          refresh: third.refresh_token,
        }),
      )
      assert.equal(await statusOf(service().baseUrl, second.access_token), 401)
    }
  })

  it('does not affect the grants of other devices, clients and people', async () => {
    const { baseUrl } = service()
    const agent = await connect()
    const exchange = await obtainCode(baseUrl, person, agent.clientId)
    const device = await tokensOf(await requestToken(baseUrl, exchange))
    const stranger = await connectAgent(baseUrl, await signUp(baseUrl))
    const otherClient = await connect()
    await assertDone(await send({ token: agent.refresh }))
    await assertDead(agent)
    await assertAlive(
      agentWith(baseUrl, agent.clientId, { access: device.access_token, refresh: device.refresh_token }),
    )
    await assertAlive(stranger)
    await assertAlive(otherClient)
  })

  it('responds to other methods with 405 and is open to every origin', async () => {
    const response = await fetch(`${service().baseUrl}/oauth/revoke?token=x`)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    await assertRefused(response, 405, 'invalid_request')
  })

  it('by the person, on the agents page, has the same effect at once', async () => {
    const own = await signUp(service().baseUrl)
    const [agent, other] = [
      await connectAgent(service().baseUrl, own, 'First'),
      await connectAgent(service().baseUrl, own, 'Second'),
    ]
    const page = await own.browser.open('/agents')
    const first = page.text.indexOf('First') < page.text.indexOf('Second') ? 0 : 1
    const forms = page.forms.filter(({ action }) => action === '/agents/revoke')
    assert.equal(forms.length, 2)
    const done = await own.browser.submit(
      { ...page, forms: [forms[first]!] },
      {},
      { action: '/agents/revoke' },
    )
    assert.equal(done.status, 200)
    await assertDead(agent)
    await assertAlive(other)
    assert.equal((await own.browser.open('/agents')).text.includes('First'), false)
  })

  it('by the person does not affect agents of others', async () => {
    const [own, other] = [await signUp(service().baseUrl), await signUp(service().baseUrl)]
    await connectAgent(service().baseUrl, own)
    const agent = await connectAgent(service().baseUrl, other)
    const foreign = (await other.browser.open('/agents')).forms.find(
      ({ action }) => action === '/agents/revoke',
    )
    const page = await own.browser.open('/agents')
    await own.browser.submit(page, { agent: foreign?.fields['agent'] ?? '' }, { action: '/agents/revoke' })
    await assertAlive(agent)
  })
})

for (const engine of ENGINES) {
  it(`A revoked token is still invalid after a restart, on ${engine}`, async () => {
    const first = await startService(engine)
    const agent = await connectAgent(first.baseUrl, await signUp(first.baseUrl))
    const response = await postJson(first.baseUrl, '/oauth/revoke', { body: { token: agent.access } })
    assert.equal(response.status, 200)
    await afterRestart(first, async ({ baseUrl }) => {
      assert.equal(await statusOf(baseUrl, agent.access), 401)
      await assertRefused(await requestRefresh(baseUrl, agent), 400, 'invalid_grant')
    })
  })
}
