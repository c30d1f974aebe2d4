import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { ENGINES, startService } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

for (const engine of ENGINES) {
  it(`A stop in the middle of a fetch gives the job back as if it had not begun, on ${engine}`, async () => {
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
      const db = openDatabase(service.databaseUrl, () => undefined)
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
}
