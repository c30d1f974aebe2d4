import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectAgent, signUp } from '../support/agent.ts'
import { statusOf } from '../support/oauth.ts'
import { onBothEngines } from '../support/service.ts'
import { ALL_OK, failedAt, keptRows, NOTHING, pressCheck, stepsOn } from './steps.ts'

onBothEngines('The connector check', (service) => {
  it('performs all steps of a client, and leaves nothing behind', async () => {
    const person = await signUp(service().baseUrl)
    const page = await pressCheck(person)
    assert.deepEqual(stepsOn(page), ALL_OK)
    assert.match(page.text, /<h1>The connector works<\/h1>/)
    assert.match(page.text, new RegExp(`can connect at\\s+<code>${service().baseUrl}/mcp</code>`))
    assert.deepEqual(await keptRows(service()), NOTHING)
    assert.match((await person.browser.open('/agents')).text, /No agent has access</)
    assert.equal(service().logged(), '')
  })

  it('does not affect the person’s agents', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const before = await keptRows(service())
    assert.deepEqual(stepsOn(await pressCheck(person)), ALL_OK)
    assert.deepEqual(await keptRows(service()), before)
    assert.equal(await statusOf(baseUrl, agent.access), 200)
  })

  it('can be run again from its result', async () => {
    const { browser } = await signUp(service().baseUrl)
    const first = await browser.submit(await browser.open('/connect'), {}, { action: '/connect/check' })
    assert.deepEqual(stepsOn(await browser.submit(first, {}, { action: '/connect/check' })), ALL_OK)
  })

  it('requires a signed-in person and a form of ours', async () => {
    const { baseUrl } = service()
    const stranger = await fetch(`${baseUrl}/connect/check`, { method: 'POST', redirect: 'manual' })
    assert.equal(stranger.status, 303)
    assert.equal(stranger.headers.get('location'), '/login?ended')

    const person = await signUp(baseUrl)
    const page = await person.browser.open('/connect')
    const forged = { form_token: 'nonsense' }
    const refused = await person.browser.submit(page, forged, { action: '/connect/check' })
    assert.equal(refused.status, 403)
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    assert.equal((await pressCheck(person, foreign)).status, 403)
    assert.equal((await fetch(`${baseUrl}/connect/check`)).status, 405)
  })

  it('reports that people open another address than BASE_URL', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const elsewhere = { 'sec-fetch-site': 'same-origin', origin: 'https://queue.example.org' }
    assert.deepEqual(
      stepsOn(await pressCheck(person, elsewhere)),
      failedAt(
        1,
        `You opened this page at https://queue.example.org, but BASE_URL is ${baseUrl}. Clients and people must use one address: set BASE_URL to the one that the world reaches, and open this page there.`,
      ),
    )
    const withheld = { 'sec-fetch-site': 'same-origin', origin: 'null' }
    assert.deepEqual(stepsOn(await pressCheck(person, withheld)), ALL_OK)
  })

  it('ends no agent of a person who has the maximum of agents', async () => {
    const { baseUrl, running } = service()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const { db } = running.services
    const grant = await db.row<{ account_id: string }>(
      'SELECT account_id FROM grants WHERE client_id = ?',
      agent.clientId,
    )
    for (let number = 1; number < 100; number++) {
      await db.run(
        `INSERT INTO grants (account_id, id, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at)
         SELECT account_id, ?, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at
         FROM grants WHERE account_id = ? AND client_id = ? AND id NOT LIKE 'more-%'`,
        `more-${number}`,
        grant!.account_id,
        agent.clientId,
      )
    }
    assert.deepEqual(
      stepsOn(await pressCheck(person)),
      failedAt(
        5,
        'You have 100 agents, the maximum, so connecting one more would end another. Revoke one first.',
      ),
    )
    assert.equal(await statusOf(baseUrl, agent.access), 200)
  })
})
