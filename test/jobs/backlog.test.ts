import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createSlots } from '../../src/jobs/slots.ts'
import type { Job } from '../../src/jobs/job.ts'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { onBothEngines } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const NEVER = new Promise<void>(() => undefined)

function job(changes: Partial<Job> = {}): Job {
  return {
    accountId: 'ada',
    kind: 'fetch-page',
    subject: 'item',
    priority: 10,
    site: null,
    attempts: 1,
    lease: 'l',
    ...changes,
  }
}

const FREE = { accounts: [], accountsForBulk: [], sites: [], accountSites: [] }

it('A process runs eight jobs: at most six in bulk, four of one account, and three of those in bulk', () => {
  const slots = createSlots()
  assert.deepEqual(slots.rounds(0), [
    { ...FREE, isFullForBulk: true },
    { ...FREE, isFullForBulk: false },
  ])
  for (let count = 0; count < 3; count++) slots.take(job(), NEVER, 0)
  slots.take(job({ priority: 0 }), NEVER, 0)
  assert.deepEqual(slots.rounds(0), [
    { ...FREE, accounts: ['ada'], accountsForBulk: ['ada'], isFullForBulk: true },
    { ...FREE, accounts: ['ada'], accountsForBulk: ['ada'], isFullForBulk: false },
  ])
  for (let count = 0; count < 3; count++) slots.take(job({ accountId: 'bob' }), NEVER, 0)
  assert.deepEqual(
    slots.rounds(0).map(({ isFullForBulk }) => isFullForBulk),
    [true],
  )
  slots.take(job({ accountId: 'eve', priority: 0 }), NEVER, 0)
  assert.deepEqual(slots.rounds(0), [])
})

it('Idle jobs take no slot and no site from others, and run two at a time', () => {
  const slots = createSlots()
  const idle = job({ priority: 100, site: 'a.example' })
  slots.take(idle, NEVER, 0)
  const free = [
    { ...FREE, isFullForBulk: true },
    { ...FREE, isFullForBulk: false },
  ]
  assert.deepEqual(slots.rounds(0), free)
  const other = job({ priority: 100 })
  slots.take(other, NEVER, 0)
  assert.deepEqual(
    slots.rounds(0),
    free.map((round) => ({ ...round, isFullForIdle: true })),
  )
  assert.deepEqual(slots.jobs(), [idle, other])
  slots.free(other, 0)
  assert.deepEqual(slots.rounds(0), free)
})

it('The account with the fewest running jobs is next, and the last two slots are for accounts with none', () => {
  const slots = createSlots()
  const takeSlots = (accountId: string, count: number) => {
    for (let taken = 0; taken < count; taken++) slots.take(job({ accountId, priority: 0 }), NEVER, 0)
  }
  takeSlots('ada', 2)
  takeSlots('bob', 1)
  const excluded = () => slots.rounds(0).map(({ accounts }) => accounts)
  const rounds = [['ada', 'bob'], ['ada'], []]
  assert.deepEqual(excluded(), [...rounds, ...rounds])
  takeSlots('ada', 2)
  takeSlots('bob', 1)
  assert.deepEqual(excluded(), [
    ['ada', 'bob'],
    ['ada', 'bob'],
  ])
  takeSlots('eve', 1)
  assert.deepEqual(excluded(), [
    ['ada', 'bob', 'eve'],
    ['ada', 'bob', 'eve'],
  ])
})

it('A job that has waited three seconds for its site frees its slot, up to 24 jobs', () => {
  const slots = createSlots()
  const accounts = Array.from({ length: 40 }, (_, index) => `account-${index}`)
  for (const accountId of accounts.slice(0, 8)) slots.take(job({ accountId, priority: 0 }), NEVER, 0)
  assert.deepEqual(slots.rounds(2999), [])
  assert.equal(slots.rounds(3000).length, 4)
  for (const accountId of accounts.slice(8, 31)) slots.take(job({ accountId, priority: 0 }), NEVER, 0)
  assert.equal(slots.rounds(3000).length, 2)
  slots.take(job({ accountId: accounts[31]!, priority: 0 }), NEVER, 0)
  assert.deepEqual(slots.rounds(3000), [])
})

it('A site gets one request for an account at a time, four for all, and a pause after one in bulk', () => {
  const slots = createSlots()
  const [fresh, bulk] = [job({ site: 'a.example', priority: 0 }), job({ site: 'b.example' })]
  slots.take(fresh, NEVER, 0)
  slots.take(bulk, NEVER, 0)
  const first = (now: number) => slots.rounds(now)[0]!
  assert.deepEqual(first(0).sites, [])
  assert.deepEqual(first(0).accountSites, [
    { accountId: 'ada', site: 'a.example' },
    { accountId: 'ada', site: 'b.example' },
  ])
  const others = ['bob', 'eve', 'kim'].map((accountId) => job({ accountId, site: 'a.example', priority: 0 }))
  for (const other of others) slots.take(other, NEVER, 0)
  assert.deepEqual(first(0).sites, ['a.example'])
  for (const other of others) slots.free(other, 0)
  slots.free(fresh, 1000)
  slots.free(bulk, 1000)
  assert.deepEqual(first(1999).sites, ['b.example'])
  assert.deepEqual(first(2000).sites, [])
})

onBothEngines('A backlog', (service) => {
  let site: WebServer
  let agent: Agent
  /** Answers that wait. */
  const held: (() => void)[] = []
  let isHeld = true

  before(async () => {
    site = await startWebServer((request, response) => {
      const send = () => response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('Here'))
      if (isHeld && request.url?.startsWith('/bulk')) held.push(send)
      else send()
    }, '0.0.0.0')
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
  })
  after(() => site.stop())

  /** Every host of 127/8 is this machine. */
  function onHost(number: number, path: string): string {
    return `${site.origin.replace('127.0.0.1', `127.0.1.${number}`)}${path}`
  }

  it('of unresponsive pages delays nobody who saves a link now', async () => {
    const links = Array.from({ length: 20 }, (_, index) => onHost(index + 1, `/bulk-${index}`))
    const response = await agent.call('/queue/save-links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links }),
    })
    assert.equal(response.status, 200)
    await eventually(
      async () => held.length,
      (count) => count === 3,
    )
    const fresh = await fetched(agent, await agent.save({ url: onHost(100, '/fresh') }))
    assert.equal(fresh.properties.content.status, 'ready')
    assert.equal(held.length, 3, 'no more than three of one account are under way')

    const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    const theirs = await fetched(other, await other.save({ url: onHost(101, '/theirs') }))
    assert.equal(theirs.properties.content.status, 'ready')
  })

  it('is completed once the pages respond', async () => {
    isHeld = false
    for (const send of held) send()
    const pending = async () => {
      service().clock.advance(1000)
      const { entities } = await agent.entity('/queue?limit=100')
      return entities.filter((item: Entity) => item.properties.content.status === 'pending').length
    }
    await eventually(pending, (count) => count === 0)
  })
})

onBothEngines('Two accounts with many links to hosts that never answer', (service) => {
  it('delay nobody else’s page', async (test) => {
    let open = 0
    let isAnyOver = false
    const silent = await startWebServer((_, response) => {
      open += 1
      response.on('close', () => (isAnyOver = true))
    }, '0.0.0.0')
    const site = await startWebServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('Here')),
    )
    test.after(() => Promise.all([silent.stop(), site.stop()]))
    for (const attacker of [1, 2]) {
      const agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      for (let number = 1; number <= 12; number++) {
        const url = silent.origin.replace('127.0.0.1', `127.0.${attacker}.${number}`)
        await agent.save({ url })
      }
    }
    await eventually(
      async () => open,
      (count) => count >= 6,
    )
    const victim = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    for (const path of ['one', 'two', 'three']) {
      const theirs = await fetched(victim, await victim.save({ url: `${site.origin}/${path}` }))
      assert.equal(theirs.properties.content.status, 'ready')
    }
    assert.equal(isAnyOver, false, 'no silent host had been given up before')
    assert.ok(open <= 8, `${open} hosts of two accounts`)
  })
})
