import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const HEAVY = 20

onBothEngines('Slow searches', (service) => {
  let person: Person
  let other: Agent

  before(async () => {
    person = await signUp(service().baseUrl)
    other = await connectAgent(service().baseUrl, person)
    await other.save({ url: deadLink('quick'), title: 'On hypermedia' })
    await fillQueue(service(), await accountIdOf(service(), person.email), { count: 50 })
    // Its process runs.
    await other.entity('/queue?q=hypermedia')
  })

  /** A search that would take hours. */
  function endless(): Promise<unknown> {
    const { db } = service().running.services
    const sql = `WITH RECURSIVE steps(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM steps WHERE i < 1000000000000)
      SELECT COUNT(*) AS count FROM steps`
    return db.slow.rows(service().engine === 'sqlite' ? `SELECT * FROM (${sql})` : sql)
  }

  function search(accountId: string): Promise<unknown> {
    return service().running.services.permits.withSearch(accountId, endless)
  }

  it('of one account delay nobody else, and end with advice on how to narrow them', async () => {
    let ended = 0
    const running = Array.from({ length: HEAVY }, () => search('one').finally(() => (ended += 1)))
    const outcomes = running.map((one) => one.catch(String))
    const { entities } = await other.entity('/queue?q=hypermedia')
    assert.equal(entities.length, 1)
    assert.equal(ended, 0, 'none of them had ended before')
    assert.match(String(await outcomes[0]), /invalid_input: This search takes too long\. Narrow it: /)
    assert.equal(ended, 1, 'they run one after the other')
  })

  it('of several accounts let the one run first that has searched least', async () => {
    const running = ['two', 'three', 'four', 'five', 'six'].flatMap((name) => [search(name), search(name)])
    let ended = 0
    for (const one of running) void one.catch(() => (ended += 1))
    const { withSearch } = service().running.services.permits
    const endedBefore = await withSearch('last', async () => ended)
    assert.ok(endedBefore <= 5, `${endedBefore} of ten had to end before`)
  })

  it('include the pages of highlights and their review, with a limit on those waiting', async () => {
    const { withSearch } = service().running.services.permits
    const accountId = await accountIdOf(service(), person.email)
    for (const path of ['/highlights', '/highlights?words=heron', '/highlights/review']) {
      const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const held = withSearch(accountId, () => {
        begun.resolve()
        return done.promise
      })
      await begun.promise
      const responses = Array.from({ length: 21 }, () => person.browser.open(path))
      const first = await Promise.race(responses)
      assert.equal(first.status, 503, path)
      assert.match(first.text, /Too many searches of this queue wait right now/)
      assert.equal((await person.browser.open('/queue')).status, 200)
      done.resolve()
      await held
      const answered = (await Promise.all(responses)).filter(({ status }) => status === 200)
      assert.equal(answered.length, 20)
    }
  })

  it('do not affect other lists and changes', async () => {
    void search('seven').catch(() => undefined)
    await other.entity('/queue')
    await other.save({ url: deadLink('more') })
  })
})
