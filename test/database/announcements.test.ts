import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { eventually } from '../support/eventually.ts'
import { hearNotifications } from '../support/notifications.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
import { createDatabase } from '../support/service.ts'

it('Whoever begins to follow on PostgreSQL is told that announcements may have been missed, then hears them', async () => {
  const url = await createDatabase('postgres')
  const notifications = await hearNotifications(url)
  const proxy = await startPostgresProxy(url)
  const here = await openDatabase(proxy.url, () => undefined)
  const there = await openDatabase(url, () => undefined)
  try {
    const heard: string[] = []
    const subscriber = (message: { of: string; accountId?: string }) =>
      heard.push(`${message.of} ${message.accountId ?? ''}`)
    for (const missed of ['first', 'second']) {
      const letListen = proxy.hold('LISTEN')
      // The connection that listens ends with its last follower, and another one is made.
      here.subscribe(() => undefined)()
      const stop = here.subscribe(subscriber)
      there.publish({ of: 'access', accountId: missed })
      await eventually(
        async () => notifications.payloads,
        (payloads) => payloads.includes(`access ${missed}`),
      )
      assert.deepEqual(heard, [])
      letListen()
      await eventually(
        async () => heard.length,
        (count) => count > 0,
      )
      there.publish({ of: 'changes', accountId: missed })
      await eventually(
        async () => heard.length,
        (count) => count > 1,
      )
      assert.deepEqual(heard.splice(0), ['missed ', `changes ${missed}`])
      stop()
    }
  } finally {
    await Promise.all([here.close(), there.close()])
    await Promise.all([proxy.stop(), notifications.stop()])
  }
})
