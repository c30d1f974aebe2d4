import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { connectAgent, type Entity, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { ENGINES, startService } from '../support/service.ts'
import { deadLink } from '../support/links.ts'
import { startWebServer } from '../support/web-server.ts'

for (const engine of ENGINES) {
  it(`A stop in the middle of a fetch returns the job as if it had not begun, on ${engine}`, async () => {
    const site = await startWebServer(() => undefined)
    const service = await startService(engine)
    try {
      const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      await agent.save({ url: `${site.origin}/slow` })
      await eventually(
        async () => site.requests.length,
        (count) => count > 0,
      )
      await service.running.close()
      const db = await openDatabase(service.databaseUrl, () => undefined)
      assert.deepEqual(
        (await db.rows<{ attempts: number; lease: string | null }>('SELECT attempts, lease FROM jobs')).map(
          ({ attempts, lease }) => [attempts, lease],
        ),
        [[0, null]],
      )
      await db.close()
    } finally {
      await site.stop()
      rmSync(service.folder, { recursive: true, force: true })
    }
  })

  it(`A stop does not wait until a large trash is empty, on ${engine}`, async () => {
    const service = await startService(engine)
    try {
      const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      const post = async (path: string, body: unknown) => {
        const headers = { 'content-type': 'application/json' }
        const response = await agent.call(path, { method: 'POST', headers, body: JSON.stringify(body) })
        assert.equal(response.status, 200)
        return (await response.json()) as Entity
      }
      for (let batch = 0; batch < 4; batch++) {
        const links = Array.from({ length: 100 }, (_, n) => deadLink(`trash/${batch}/${n}`))
        const { entities } = await post('/queue/save-links', { links })
        const items = entities.map(({ properties }: Entity) => properties.id)
        await post('/queue/change-items', { items, action: 'remove-item' })
      }
      const { db } = service.running.services
      await db.run('UPDATE items SET removed_at = 1')
      const sweeping = await startService(engine, { databaseUrl: service.databaseUrl })
      const left = async () => (await db.rows('SELECT id FROM items')).length
      await eventually(left, (count) => count < 400)
      await sweeping.stop()
      assert.ok((await left()) > 0)
      assert.equal(sweeping.logged(), '')
    } finally {
      await service.stop()
    }
  })
}
