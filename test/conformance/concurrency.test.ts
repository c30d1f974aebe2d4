import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { openAccountForm, sendAccountForm } from '../support/account-form.ts'
import {
  type Agent,
  agentWith,
  authorizePath,
  connectAgent,
  createPkce,
  obtainCode,
  PASSWORD,
  type Person,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import { assertRefused, postJson, requestRefresh, statusOf, type Tokens } from '../support/oauth.ts'
import { onBothEngines, startService } from '../support/service.ts'

const ROUNDS = 5
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

onBothEngines('In concurrent requests', (service) => {
  let person: Person
  before(async () => {
    person = await signUp(service().baseUrl)
  })
  const connect = () => connectAgent(service().baseUrl, person)

  async function tokensOfEach(responses: Response[]): Promise<Tokens[]> {
    return Promise.all(
      responses.filter(({ status }) => status === 200).map((response) => response.json() as Promise<Tokens>),
    )
  }
  async function assertDead(agent: Agent): Promise<void> {
    assert.equal(await statusOf(service().baseUrl, agent.access), 401)
    await assertRefused(await requestRefresh(service().baseUrl, agent), 400, 'invalid_grant')
  }
  const count = async (table: string) => {
    const sql = `SELECT COUNT(*) AS total FROM ${table}`
    return (await service().running.services.db.row<{ total: number }>(sql))?.total ?? 0
  }

  it('one code sent twenty times gives one pair, and its reuse ends the grant', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const form = await obtainCode(service().baseUrl, person)
      const tokens = await count('tokens')
      const responses = await times(20, () => requestToken(service().baseUrl, form))
      const refused = responses.filter(({ status }) => status !== 200)
      assert.equal(refused.length, 19)
      for (const response of refused) await assertRefused(response, 400, 'invalid_grant')
      assert.equal((await count('tokens')) - tokens, 2)
      const [pair] = await tokensOfEach(responses)
      await assertDead(
        agentWith(service().baseUrl, form.client_id, {
          access: pair!.access_token,
          refresh: pair!.refresh_token,
        }),
      )
    }
  })

  it('one code sent twenty times with a wrong verifier gives nothing and is used up', async () => {
    const form = await obtainCode(service().baseUrl, person)
    const wrong = { ...form, code_verifier: createPkce().verifier }
    for (const response of await times(20, () => requestToken(service().baseUrl, wrong))) {
      await assertRefused(response, 400, 'invalid_grant')
    }
    await assertRefused(await requestToken(service().baseUrl, form), 400, 'invalid_grant')
  })

  it('ten refreshes of one token give one and the same pair', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const agent = await connect()
      const tokens = await count('tokens')
      const responses = await times(10, () => requestRefresh(service().baseUrl, agent))
      assert.deepEqual(
        responses.map(({ status }) => status),
        Array.from({ length: 10 }, () => 200),
      )
      const pairs = await tokensOfEach(responses)
      assert.equal(new Set(pairs.map((pair) => pair.access_token)).size, 1)
      assert.equal(new Set(pairs.map((pair) => pair.refresh_token)).size, 1)
      assert.equal((await count('tokens')) - tokens, 2)
      const [{ access_token: access, refresh_token: refresh } = pairs[0]!] = pairs
      assert.equal(await statusOf(service().baseUrl, access), 200)
      const next = await requestRefresh(service().baseUrl, { clientId: agent.clientId, refresh })
      assert.equal(next.status, 200)
    }
  })

  it('a revocation is final, whatever refreshes and calls are running', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const agent = await connect()
      const [renewals] = await Promise.all([
        times(6, () => requestRefresh(service().baseUrl, agent)),
        times(6, () => statusOf(service().baseUrl, agent.access)),
        postJson(service().baseUrl, '/oauth/revoke', {
          body: { token: round % 2 ? agent.access : agent.refresh },
        }),
        times(6, () => requestRefresh(service().baseUrl, agent)),
      ])
      await assertDead(agent)
      for (const { access_token: access, refresh_token: refresh } of await tokensOfEach(renewals)) {
        await assertDead(agentWith(service().baseUrl, agent.clientId, { access, refresh }))
      }
    }
  })

  it('a revocation concurrent with an exchange leaves either a valid pair or none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const agent = await connect()
      const form = await obtainCode(service().baseUrl, person, agent.clientId)
      const [exchanged] = await Promise.all([
        requestToken(service().baseUrl, form),
        postJson(service().baseUrl, '/oauth/revoke', { body: { token: agent.access } }),
      ])
      const [pair] = await tokensOfEach([exchanged])
      await assertDead(agent)
      assert.equal(await statusOf(service().baseUrl, pair!.access_token), 200)
    }
  })

  it('a double click on approve gives one code', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const path = authorizePath({
        client_id: await register(service().baseUrl),
        code_challenge: createPkce().challenge,
      })
      const consent = await person.browser.open(path)
      const codes = await count('authorization_codes')
      const pages = await times(10, () =>
        person.browser.submit(consent, { decision: 'approve' }, { action: '/oauth/authorize' }),
      )
      assert.deepEqual(pages.map(({ status }) => status).sort(), [
        303,
        ...Array.from({ length: 9 }, () => 400),
      ])
      assert.equal((await count('authorization_codes')) - codes, 1)
    }
  })

  it('approval and denial of one request take effect once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const path = authorizePath({
        client_id: await register(service().baseUrl),
        code_challenge: createPkce().challenge,
      })
      const consent = await person.browser.open(path)
      const pages = await times(10, (at) => {
        const decision = at % 2 ? 'approve' : 'deny'
        return person.browser.submit(consent, { decision }, { action: '/oauth/authorize' })
      })
      assert.equal(pages.filter(({ status }) => status === 400).length, 9)
      assert.equal(pages.filter(({ status }) => status === 303 || status === 401).length, 1)
    }
  })

  it('ten sign-ups with one address create one account', async () => {
    const email = `${crypto.randomUUID()}@example.org`
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => signUp(service().baseUrl, email)),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })
})

onBothEngines(
  'A burst from one address',
  (service) => {
    it('of wrong passwords are tried five times, not more', async () => {
      const { email } = await signUp(service().baseUrl)
      const form = await openAccountForm(service(), '/login')
      const fields = { email, password: 'wrong but long enough' }
      const answers = await times(20, () =>
        sendAccountForm(service(), form, { fields, headers: { 'x-forwarded-for': '198.51.100.1' } }),
      )
      assert.equal(answers.filter(({ status }) => status === 303).length, 5)
      assert.equal(answers.filter(({ status }) => status === 429).length, 15)
    })

    it('of right passwords are accepted and don’t count', async () => {
      const { email } = await signUp(service().baseUrl)
      const form = await openAccountForm(service(), '/login')
      const enter = () =>
        sendAccountForm(service(), form, {
          fields: { email, password: PASSWORD },
          headers: { 'x-forwarded-for': '198.51.100.2' },
        })
      for (let round = 0; round < 10; round++) {
        const answers = await times(4, enter)
        assert.deepEqual(
          answers.map(({ headers }) => headers.location),
          ['/queue', '/queue', '/queue', '/queue'],
        )
      }
    })

    it('of registrations are accepted twenty times, not more', async () => {
      const metadata = { redirect_uris: ['https://agent.example/cb'] }
      const responses = await times(30, () =>
        postJson(service().baseUrl, '/oauth/register', {
          body: metadata,
          headers: { 'x-forwarded-for': '198.51.100.3' },
        }),
      )
      assert.equal(responses.filter(({ status }) => status === 201).length, 20)
      assert.equal(responses.filter(({ status }) => status === 429).length, 10)
    })
  },
  { env: { TRUST_PROXY: '1' } },
)

it('Two instances on one PostgreSQL database agree on codes, pairs and revocations', async () => {
  const first = await startService('postgres')
  const second = await startService('postgres', { databaseUrl: first.databaseUrl })
  const bases = [first.baseUrl, second.baseUrl]
  const either = (at: number) => bases[at % 2]!
  try {
    const person = await signUp(first.baseUrl)
    const form = await obtainCode(first.baseUrl, person)
    const exchanged = await times(20, (at) => requestToken(either(at), form))
    assert.equal(exchanged.filter(({ status }) => status === 200).length, 1)

    const agent = await connectAgent(first.baseUrl, person)
    const renewed = await times(10, (at) => requestRefresh(either(at), agent))
    const pairs = (await Promise.all(renewed.map((response) => response.json()))) as Tokens[]
    assert.equal(new Set(pairs.map((pair) => pair.access_token)).size, 1)
    assert.equal(await statusOf(second.baseUrl, pairs[0]!.access_token), 200)
    await postJson(second.baseUrl, '/oauth/revoke', { body: { token: pairs[0]!.access_token } })
    assert.equal(await statusOf(first.baseUrl, pairs[0]!.access_token), 401)
  } finally {
    await second.stop()
    await first.stop()
  }
})
