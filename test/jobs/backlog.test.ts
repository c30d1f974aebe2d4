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

it('Work that can wait takes three places of one account and six of a process; what is fresh has two more', () => {
  const slots = createSlots()
  const free = { accounts: [], accountsForBulk: [], sites: [], asked: [], isFullForBulk: false }
  assert.deepEqual(slots.busy(0), free)
  for (let count = 0; count < 3; count++) slots.take(job(), NEVER)
  assert.deepEqual(slots.busy(0), { ...free, accountsForBulk: ['ada'] })
  slots.take(job({ priority: 0 }), NEVER)
  assert.deepEqual(slots.busy(0), { ...free, accounts: ['ada'], accountsForBulk: ['ada'] })
  for (let count = 0; count < 3; count++) slots.take(job({ accountId: 'bob' }), NEVER)
  assert.equal(slots.busy(0).isFullForBulk, true)
  assert.equal(slots.isFull(), false)
  slots.take(job({ accountId: 'eve', priority: 0 }), NEVER)
  assert.equal(slots.isFull(), true)
})

it('A site is asked for one page of an account at a time, four of all, and rests after one that could wait', () => {
  const slots = createSlots()
  const [fresh, bulk] = [job({ site: 'a.example', priority: 0 }), job({ site: 'b.example' })]
  slots.take(fresh, NEVER)
  slots.take(bulk, NEVER)
  assert.deepEqual(slots.busy(0).sites, [])
  assert.deepEqual(slots.busy(0).asked, [
    { accountId: 'ada', site: 'a.example' },
    { accountId: 'ada', site: 'b.example' },
  ])
  const others = ['bob', 'eve', 'kim'].map((accountId) => job({ accountId, site: 'a.example', priority: 0 }))
  for (const other of others) slots.take(other, NEVER)
  assert.deepEqual(slots.busy(0).sites, ['a.example'])
  for (const other of others) slots.free(other, 0)
  slots.free(fresh, 1000)
  slots.free(bulk, 1000)
  assert.deepEqual(slots.busy(1999).sites, ['b.example'])
  assert.deepEqual(slots.busy(2000).sites, [])
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

  it('of pages that do not answer holds up nobody who saves a link now', async () => {
    const links = Array.from({ length: 20 }, (_, index) => onHost(index + 1, `/bulk-${index}`))
    const answer = await agent.call('/queue/save-links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links }),
    })
    assert.equal(answer.status, 200)
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

  it('is worked off once they answer', async () => {
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
