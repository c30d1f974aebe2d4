import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signUp } from '../support/agent.ts'
import { ENGINES, startService } from '../support/service.ts'
import { passOn, startBehindProxy } from './proxy.ts'
import { ALL_OK, pressCheck, stepsOn } from './steps.ts'

for (const engine of ENGINES) {
  describe(`The limits of the connector check, on ${engine}`, () => {
    it('lets one account run one check at a time', async () => {
      const held = Promise.withResolvers<void>()
      const isHeld = Promise.withResolvers<void>()
      const behind = await startBehindProxy(engine, {
        instead(asked, response) {
          if (!asked.url?.startsWith('/.well-known/oauth-protected-resource')) return false
          isHeld.resolve()
          void held.promise.then(() => passOn(behind.socket, { asked, response }))
          return true
        },
      })
      try {
        const person = await signUp(behind.socket)
        const first = pressCheck(person)
        await isHeld.promise
        const second = await pressCheck(person)
        assert.equal(second.status, 429)
        assert.match(second.text, /Your last check is still running\. Wait for its result\./)
        assert.match(second.headers.get('retry-after') ?? '', /^1[12]\d$/)

        const other = pressCheck(await signUp(behind.socket))
        held.resolve()
        assert.deepEqual(stepsOn(await first), ALL_OK)
        assert.deepEqual(stepsOn(await other), ALL_OK)
        assert.deepEqual(stepsOn(await pressCheck(person)), ALL_OK)
      } finally {
        await behind.stop()
      }
    })

    it('lets one account run ten checks an hour', async () => {
      const service = await startService(engine)
      try {
        const person = await signUp(service.baseUrl)
        for (let number = 1; number <= 10; number++) {
          assert.deepEqual(stepsOn(await pressCheck(person)), ALL_OK, `check ${number}`)
        }
        const refused = await pressCheck(person)
        assert.equal(refused.status, 429)
        assert.match(refused.text, /Too many attempts\. Try again in 60 minutes\./)
        assert.match(refused.headers.get('retry-after') ?? '', /^3(600|5\d\d)$/)
        assert.deepEqual(stepsOn(await pressCheck(await signUp(service.baseUrl))), ALL_OK)

        service.clock.advance(60 * 60 * 1000)
        assert.deepEqual(stepsOn(await pressCheck(person)), ALL_OK)
      } finally {
        await service.stop()
      }
    })

    it('do not block an account for ever after a check whose process crashed', async () => {
      const service = await startService(engine)
      try {
        const person = await signUp(service.baseUrl)
        const { db } = service.running.services
        const account = await db.row<{ id: string }>('SELECT id FROM accounts')
        const until = service.clock.now() + 2 * 60 * 1000
        await db.run(
          'INSERT INTO rate_limits (name, consumed, blocked_until, resets_at) VALUES (?, 1, ?, ?)',
          `connector check under way ${account!.id}`,
          until,
          until,
        )
        assert.equal((await pressCheck(person)).status, 429)
        service.clock.advance(2 * 60 * 1000)
        assert.deepEqual(stepsOn(await pressCheck(person)), ALL_OK)
      } finally {
        await service.stop()
      }
    })
  })
}
