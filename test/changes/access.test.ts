import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { deleteClient } from '../../src/oauth/delete-client.ts'
import { SECOND } from '../../src/ports/clock.ts'
import { type Agent, CALLBACK, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { listenForNotifications } from '../support/notifications.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

for (const engine of ENGINES) {
  describe(`A subscriber of the change feed, on ${engine}`, () => {
    let service: TestService
    /** Where the access ends, which only PostgreSQL tells other instances. */
    let otherInstance: TestService
    before(async () => {
      service = await startService(engine, { env: { LOG_REQUESTS: '1' } })
      otherInstance =
        engine === 'sqlite' ? service : await startService(engine, { databaseUrl: service.databaseUrl })
      neverPass(service, 15 * SECOND)
    })
    after(async () => {
      if (otherInstance !== service) await otherInstance.stop()
      await service.stop()
    })

    async function press(person: Person, action: string, agent: Agent): Promise<void> {
      const page = await person.browser.open(`/agents/${agent.clientId}`)
      const response = await person.browser.submit(page, { agent: agent.clientId }, { action })
      assert.equal(response.status, 200, response.text)
    }

    /** A stream ends and a request that waits is answered; another agent's stream stays where its access does. */
    async function endsAtOnce(
      end: (person: Person, agent: Agent) => Promise<unknown>,
      status: number,
      isAllOver = false,
    ): Promise<void> {
      const person = await signUp(otherInstance.baseUrl)
      const leaving = await connectAgent(service.baseUrl, person, 'Leaving')
      const staying = await connectAgent(service.baseUrl, person, 'Staying')
      const [gone, other] = await Promise.all([
        openStream(service.baseUrl, leaving),
        openStream(service.baseUrl, staying),
      ])
      const waiting = leaving.call('/queue/changes?after=latest&wait=30')
      const waitingOn = staying.call('/queue/changes?after=latest&wait=30')
      try {
        await end(person, leaving)
        await gone.ended
        assert.equal((await waiting).status, status)
        if (isAllOver) {
          await other.ended
          return assert.equal((await waitingOn).status, status)
        }
        await staying.save({ url: deadLink('staying') })
        await eventually(
          async () => other.ids.length,
          (count) => count === 1,
        )
        // It was not answered before there was something to say.
        const { entities } = (await (await waitingOn).json()) as Entity
        assert.equal(entities.length, 1)
      } finally {
        gone.disconnect()
        other.disconnect()
      }
    }

    if (engine === 'postgres') {
      it('is disconnected even if its access ended before its instance began to listen', async () => {
        const proxy = await startPostgresProxy(service.databaseUrl)
        const notifications = await listenForNotifications(service.databaseUrl)
        const releaseListen = proxy.hold('LISTEN')
        const deaf = await startService(engine, { databaseUrl: proxy.url })
        neverPass(deaf, 15 * SECOND)
        const person = await signUp(otherInstance.baseUrl)
        const [leaving, staying] = [
          await connectAgent(otherInstance.baseUrl, person, 'Leaving'),
          await connectAgent(otherInstance.baseUrl, person, 'Staying'),
        ]
        const streams = await Promise.all([
          openStream(deaf.baseUrl, leaving),
          openStream(deaf.baseUrl, staying),
        ])
        let hasEnded = false
        const ended = streams[0].ended.then(() => (hasEnded = true))
        try {
          await press(person, '/agents/revoke', leaving)
          const published = `access ${await accountIdOf(otherInstance, person.email)}`
          await eventually(
            async () => notifications.payloads,
            (payloads) => payloads.includes(published),
          )
          assert.equal(hasEnded, false)
          releaseListen()
          await eventually(
            async () => hasEnded,
            (has) => has,
          )
          await staying.save({ url: deadLink('staying') })
          await eventually(
            async () => streams[1].ids.length,
            (count) => count === 1,
          )
        } finally {
          for (const stream of streams) stream.disconnect()
          await ended
          await deaf.stop()
          await Promise.all([proxy.stop(), notifications.stop()])
        }
      })

      it('is not waited for if it left before its access was checked', async () => {
        const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
        const { db } = service.running.services
        const [locked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const lock = db.transaction(async (tx) => {
          await tx.run('LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE')
          locked.resolve()
          await left.promise
        })
        await locked.promise
        const { hostname, port } = new URL(service.baseUrl)
        const path = '/queue/changes?after=latest&wait=29'
        const socket = connect(Number(port), hostname)
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${agent.access}\r\n\r\n`,
        )
        const held = 'SELECT pid FROM pg_locks WHERE NOT granted AND relation = ?::regclass'
        await eventually(
          () => db.rows(held, 'tokens'),
          (rows) => rows.length > 0,
        )
        socket.destroy()
        await fetch(`${service.baseUrl}/auth.md`)
        left.resolve()
        await lock
        await eventually(
          async () => service.logged(),
          (lines) => lines.includes('"/queue/changes"'),
        )
      })
    }

    it('is disconnected as soon as the agent revokes its token', () =>
      endsAtOnce(async (_, { access: token }) => {
        const headers = { 'content-type': 'application/json' }
        await fetch(`${otherInstance.baseUrl}/oauth/revoke`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ token }),
        })
      }, 401))

    it('is disconnected as soon as the person revokes the access', () =>
      endsAtOnce((person, agent) => press(person, '/agents/revoke', agent), 401))

    it('is disconnected as soon as the person pauses the agent', () =>
      endsAtOnce((person, agent) => press(person, '/agents/pause', agent), 403))

    it('is disconnected as soon as the service deletes the client of its self-test', () =>
      endsAtOnce(async ({ email }, { clientId: id }) => {
        const { db } = otherInstance.running.services
        await deleteClient(db, await accountIdOf(otherInstance, email), {
          id,
          redirectUri: CALLBACK,
          since: Number.MAX_SAFE_INTEGER,
        })
      }, 401))

    it('is disconnected as soon as the account is deleted', () =>
      endsAtOnce(
        async ({ browser, email }) => {
          const page = await browser.open('/account')
          await browser.submit(page, { email }, { action: '/account/delete' })
        },
        401,
        true,
      ))
  })
}

/** Waits of a duration and more end by their signal only, as if they took for ever. */
function neverPass({ clock }: TestService, duration: number): void {
  const { wait } = clock
  clock.wait = (asked, signal) => {
    if (asked < duration) return wait(asked, signal)
    return new Promise((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })
  }
}
