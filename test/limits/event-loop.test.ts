import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createFairQueue } from '../../src/concurrency/fair-queue.ts'
import { hashPassword, verifyPassword } from '../../src/accounts/password.ts'
import { createPermits } from '../../src/limits/permits.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { Failure } from '../../src/failure.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { systemRandom } from '../../src/ports/random.ts'
import { createSemaphore } from '../../src/concurrency/semaphore.ts'
import { PASSWORD, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { CHEAP, createDatabase, ENGINES, startService } from '../support/service.ts'

type Gate = { open: () => void; opened: Promise<void> }

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}

/** How many of these were done, and what the others were refused with. */
async function countBusy(works: Promise<unknown>[]): Promise<[done: number, refused: number]> {
  const settled = await Promise.allSettled(works)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  for (const reason of refused) {
    assert.ok(reason instanceof Failure, String(reason))
    assert.deepEqual([reason.code, reason.extras.retryAfter], ['busy', 5])
  }
  return [settled.length - refused.length, refused.length]
}

it('The semaphore admits callers in order, up to its number of permits, and refuses too many', async () => {
  const withPermit = createSemaphore({ maxRunning: 2, maxWaiting: 3, busyMessage: 'Too many wait here.' })
  const begun: number[] = []
  const gates = Array.from({ length: 5 }, gate)
  const running = gates.map(({ opened }, index) =>
    withPermit(async () => {
      begun.push(index)
      await opened
      if (index === 1) throw new Error('Went wrong.')
      return index
    }),
  )
  const settled = Promise.allSettled(running)
  assert.deepEqual(begun, [0, 1])
  await assert.rejects(
    withPermit(async () => 'too much'),
    { code: 'busy', detail: 'Too many wait here. Try again in a few seconds.' },
  )
  gates[1]!.open()
  await assert.rejects(running[1]!, /Went wrong/)
  gates[0]!.open()
  await running[0]
  for (const { open } of gates) open()
  await settled
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  assert.equal(await withPermit(async () => 'free again'), 'free again')
})

it('Of 60 concurrent passwords 53 are checked, and the next one is again', async () => {
  const services = {
    random: systemRandom(systemClock),
    permits: createPermits('sqlite'),
    passwordCost: CHEAP,
  }
  const hash = await hashPassword(services, PASSWORD, 'one')
  const verify = (password: string) => verifyPassword(services, { password, hash }, 'one')
  const many = Array.from({ length: 60 }, () => verify(PASSWORD))
  assert.deepEqual(await countBusy(many), [53, 7])
  assert.equal(await verify('another one'), false)
})

it('Callers of the fair queue take turns, and the one with most waiting makes room', async () => {
  const withPermit = createFairQueue({ maxRunning: 1, maxWaiting: 3, busyMessage: 'Too many wait here.' })
  const { open, opened } = gate()
  const begun: string[] = []
  const ask = (requester: string, name: string) =>
    withPermit(requester, async () => {
      begun.push(name)
      await opened
    })
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  const latest = assert.rejects(many[3]!, { code: 'busy' })
  const other = ask('b', 'b1')
  await latest
  // Room for one more would leave a with fewer than b.
  await assert.rejects(ask('b', 'b2'), {
    code: 'busy',
    detail: 'Too many wait here. Try again in a few seconds.',
  })
  await assert.rejects(ask('a', 'a5'), { code: 'busy' })
  open()
  await Promise.all([...many.slice(0, 3), other])
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
  await ask('a', 'a6')
})

it('A network that sends more passwords than may wait does not block others', async () => {
  const service = await startService('sqlite', { env: { TRUST_PROXY: '1' } })
  const { email } = await signUp(service.baseUrl)
  const signIn = async (address: string) => {
    const browser = createBrowser(service.baseUrl)
    const form = await browser.open('/login')
    const headers = { 'x-forwarded-for': address }
    return (await browser.submit(form, { email, password: PASSWORD }, { headers })).status
  }
  // Of little cost, so that what waits at the end is soon done.
  const cheap = `$argon2id$v=19$m=4096,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const controller = new AbortController()
  let refused = 0
  /** Each asks again at once, answered or refused. */
  const flood = Array.from({ length: 60 }, async () => {
    while (!controller.signal.aborted) {
      const guess = { password: 'a guess', hash: cheap }
      const { services } = service.running
      await verifyPassword(services, guess, 'network 192.0.2.1').catch(() => (refused += 1))
      await setImmediate()
    }
  })
  try {
    await eventually(
      async () => refused,
      (count) => count > 0,
    )
    for (let others = 1; others <= 5; others++) assert.equal(await signIn(`192.0.2.${others + 1}`), 200)
    await eventually(
      () => signIn('192.0.2.1'),
      (status) => status === 503,
    )
  } finally {
    controller.abort()
    await Promise.all(flood)
    await service.stop()
  }
})

for (const engine of ENGINES) {
  it(`Up to 1,000 statements wait for the database, and further ones are refused at once, on ${engine}`, async () => {
    const spare = engine === 'sqlite' ? await startService('sqlite') : undefined
    await spare?.running.close()
    const db = await openDatabase(
      spare ? `sqlite:${spare.folder}/turns.db` : await createDatabase(),
      () => undefined,
    )
    try {
      await db.run('CREATE TABLE things (n BIGINT PRIMARY KEY)')
      const { open, opened } = gate()
      // SQLite writes one by one; PostgreSQL has ten connections.
      const held = Array.from({ length: engine === 'sqlite' ? 1 : 10 }, gate)
      const holding = held.map((one) =>
        db.transaction(async (tx) => {
          await tx.row('SELECT 1 AS one')
          one.open()
          await opened
        }),
      )
      await Promise.all(held.map((one) => one.opened))
      const waiting = Array.from({ length: 1010 }, (_, n) => db.run('INSERT INTO things (n) VALUES (?)', n))
      const counted = countBusy(waiting)
      await assert.rejects(
        db.transaction(async () => 'too much'),
        { code: 'busy' },
      )
      open()
      await Promise.all(holding)
      // On SQLite the one that is at work is among them.
      const kept = engine === 'sqlite' ? 999 : 1000
      assert.deepEqual(await counted, [kept, 1010 - kept])
      assert.equal((await db.rows('SELECT n FROM things')).length, kept)
    } finally {
      await db.close()
      await spare?.stop().catch(() => undefined)
    }
  })
}

it('Two services in one process share no queues', async () => {
  const busy = await startService('sqlite')
  const other = await startService('sqlite')
  const { promise, resolve } = Promise.withResolvers<void>()
  const { withHashing } = busy.running.services.permits
  const hashings = Array.from({ length: 53 }, () => withHashing('one', () => promise))
  try {
    const services = busy.running.services
    await assert.rejects(hashPassword(services, PASSWORD, 'one'), { code: 'busy' })
    const person = await signUp(other.baseUrl)
    assert.equal((await person.browser.open('/queue')).status, 200)
    assert.notEqual(services.permits, other.running.services.permits)
    assert.notEqual(services.bodyScheduler, other.running.services.bodyScheduler)
  } finally {
    resolve()
    await Promise.all(hashings)
    await Promise.all([busy.stop(), other.stop()])
  }
})
