import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { historyOf } from '../../src/queue/history/history.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { accountIdOf, readHistory, replayed, storedItems } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase, ENGINES, startService } from '../support/service.ts'

describe('A process that is killed while an agent makes many changes', () => {
  for (const engine of ENGINES) {
    it(`leaves a history that agrees with the items, on ${engine}`, async () => {
      const spare = engine === 'sqlite' ? await startService('sqlite') : undefined
      const databaseUrl = spare ? spare.databaseUrl : await createDatabase()
      await spare?.running.close()
      const program = startProgram({ DATABASE_URL: databaseUrl })
      const baseUrl = await program.ready()
      const person = await signUp(baseUrl)
      const agent = await connectAgent(baseUrl, person)
      let answered = 0
      const burst = Array.from({ length: 8 }, async (_, line) => {
        for (let index = 0; index < 200; index++) {
          const links = [0, 1, 2].map((of) => deadLink(`crash/${line}/${index % 20}/${of}`))
          await agent.call('/queue/save-links', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ links }),
          })
          if (++answered === 60) program.process.kill('SIGKILL')
        }
      })
      await Promise.allSettled(burst)
      await program.ended

      const service = await startService(engine, { databaseUrl })
      try {
        const accountId = await accountIdOf(service, person.email)
        const changes = await readHistory(service, accountId)
        assert.ok(changes.length >= 3 * 60)
        assert.deepEqual(
          changes.map(({ sequence }) => sequence),
          changes.map((_, index) => index + 1),
        )
        assert.deepEqual(replayed(changes), await storedItems(service, accountId))
        const { latest } = await historyOf(service.running.services.db, accountId).range()
        assert.equal(latest, changes.length)
      } finally {
        await service.stop()
        await spare?.stop()
      }
    })
  }
})
