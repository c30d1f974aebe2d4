import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { eventually } from '../support/eventually.ts'
import { listenForNotifications } from '../support/notifications.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
import { createDatabase } from '../support/service.ts'

it('A new subscriber on PostgreSQL is told that notifications may have been missed, then receives them', async () => {
  const url = await createDatabase('postgres')
  const notifications = await listenForNotifications(url)
  const proxy = await startPostgresProxy(url)
  const instance = await openDatabase(proxy.url, () => undefined)
  const otherConnection = await openDatabase(url, () => undefined)
  try {
    const received: string[] = []
    const subscriber = (message: { kind: string; accountId?: string }) =>
      received.push(`${message.kind} ${message.accountId ?? ''}`)
    for (const missed of ['first', 'second']) {
      const releaseListen = proxy.hold('LISTEN')
      // The connection that listens ends with its last follower, and another one is made.
      instance.subscribe(() => undefined)()
      const stop = instance.subscribe(subscriber)
      otherConnection.publish({ kind: 'access', accountId: missed })
      await eventually(
        async () => notifications.payloads,
        (payloads) => payloads.includes(`access ${missed}`),
      )
      assert.deepEqual(received, [])
      releaseListen()
      await eventually(
        async () => received.length,
        (count) => count > 0,
      )
      otherConnection.publish({ kind: 'changes', accountId: missed })
      await eventually(
        async () => received.length,
        (count) => count > 1,
      )
      assert.deepEqual(received.splice(0), ['missed ', `changes ${missed}`])
      stop()
    }
  } finally {
    await Promise.all([instance.close(), otherConnection.close()])
    await Promise.all([proxy.stop(), notifications.stop()])
  }
})
