import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changeItems, itemActions } from '../../src/queue/actions/catalogue.ts'
import { PERSON } from '../../src/queue/model/actor.ts'
import { historyOf } from '../../src/queue/history/history.ts'
import { runItemAction, runQueueAction } from '../../src/queue/actions/run-action.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { type EventStream, openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

const ACCOUNTS = 2
/** Of each account, half of them on each instance. */
const FOLLOWERS = 100
/** Of each account. */
const CHANGES = 1000
const ALONE = 200
const AT_ONCE = 50

type FollowedAccount = { person: Person; accountId: string; agent: Agent; itemIds: string[]; start: number }

describe('200 subscribers of the change feed on two instances', () => {
  let first: TestService
  let second: TestService
  before(async () => {
    first = await startService('postgres')
    second = await startService('postgres', { databaseUrl: first.databaseUrl })
  })
  after(async () => {
    await second.stop()
    await first.stop()
  })

  it('receive each of 2,000 changes once and in order, even though one instance is restarted', async () => {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, subscribe))
    const subscriberCount = accounts.flatMap((account) =>
      Array.from({ length: FOLLOWERS }, (_, index) => follower(account, index % 2 === 0)),
    )
    await Promise.all(subscriberCount.map(({ begun }) => begun))
    const changing = accounts.map(change)
    await eventually(
      async () => Math.min(...subscriberCount.map(({ seen }) => seen.length)),
      (least) => least >= ALONE / 2,
      30,
    )
    const restarting = second
    second = await startService('postgres', { databaseUrl: first.databaseUrl })
    await restarting.stop()
    await Promise.all(changing)
    await eventually(
      async () => Math.min(...subscriberCount.map(({ seen }) => seen.length)),
      (least) => least >= CHANGES,
      30,
    )
    for (const { seen, account, cut } of subscriberCount) {
      cut()
      assert.deepEqual(
        seen,
        Array.from({ length: CHANGES }, (_, index) => account.start + index + 1),
      )
    }
  })

  async function subscribe(): Promise<FollowedAccount> {
    const person = await signUp(first.baseUrl)
    const agent = await connectAgent(first.baseUrl, person)
    const links = Array.from({ length: AT_ONCE }, (_, index) => deadLink(`followed/${index}`))
    await submitAction(agent, await agent.entity('/queue'), { name: 'save-links', fields: { links } })
    const { entities } = await agent.entity(`/queue?limit=${AT_ONCE}`)
    const itemIds = entities.map(({ properties }: Entity) => properties.id)
    const accountId = await accountIdOf(first, person.email)
    const { latest } = await historyOf(first.running.services.db, accountId).range()
    return { person, agent, accountId, itemIds, start: latest }
  }

  /** One after the other at first, then many at once. */
  async function change({ accountId, itemIds }: FollowedAccount): Promise<void> {
    const { services } = first.running
    const setProgress = itemActions.find(({ name }) => name === 'set-progress')!
    for (let index = 1; index <= ALONE; index++) {
      await runItemAction(
        services,
        { accountId, caller: PERSON, action: setProgress, itemId: itemIds[0]! },
        { progress: index / 10_000 },
      )
    }
    for (let index = 0; index < (CHANGES - ALONE) / AT_ONCE; index++) {
      const action = index % 2 === 0 ? 'favourite-item' : 'unfavourite-item'
      await runQueueAction(
        services,
        { accountId, caller: PERSON, action: changeItems },
        { items: itemIds, action },
      )
    }
  }

  /** Comes back with the number of the last change whenever its stream ends. */
  function follower(account: FollowedAccount, isOnFirst: boolean) {
    const seen: number[] = []
    let isOver = false
    let stream: EventStream | undefined
    const open = async () => {
      const lastId = seen.at(-1) ?? account.start
      const { baseUrl } = isOnFirst ? first : second
      stream = await openStream(baseUrl, account.agent, { lastId, onId: (id) => seen.push(id) })
    }
    const begun = open()
    const coming = async () => {
      await begun
      for (;;) {
        if (isOver) return
        await stream?.ended
        if (!isOver) await open().catch(() => new Promise((resolve) => setTimeout(resolve, 50)))
      }
    }
    void coming()
    return {
      account,
      seen,
      begun,
      cut() {
        isOver = true
        stream?.disconnect()
      },
    }
  }
})
