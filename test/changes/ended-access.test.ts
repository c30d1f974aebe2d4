import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { disableAccount } from '../../src/accounts/disabled.ts'
import { endAllSessions } from '../../src/accounts/end-sessions.ts'
import type { Connection } from '../../src/database/database.ts'
import { revokeAgent, setAgentPause } from '../../src/oauth/agents.ts'
import { HOUR } from '../../src/ports/clock.ts'
import { currentRequest } from '../../src/ports/log.ts'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { askLegacyMcp, askMcp } from '../support/mcp.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

type Connected = { person: Person; agent: Agent; accountId: string; itemId: string }
type Ending = (tx: Connection, who: Connected) => Promise<unknown>
/** Sends a change; gives what its answer says of access. */
type Send = () => Promise<unknown[]>
/** Makes ready what can be before the queue is held. */
type Sending = (who: Connected) => Promise<Send>

for (const engine of ENGINES) {
  describe(`A change that waits while access ends, on ${engine}`, () => {
    let service: TestService
    /** Where the queue is held and the access ends. */
    let otherInstance: TestService
    before(async () => {
      service = await startService(engine)
      otherInstance = await startService(engine, { databaseUrl: service.databaseUrl })
    })
    after(async () => {
      await otherInstance.stop()
      await service.stop()
    })

    async function connectSomeone(): Promise<Connected> {
      const person = await signUp(service.baseUrl)
      const agent = await connectAgent(service.baseUrl, person)
      const { properties } = await agent.save({ url: deadLink('before') })
      return { person, agent, accountId: await accountIdOf(service, person.email), itemId: properties.id }
    }

    /** All that a change may leave. */
    async function stateOf({ accountId }: Connected): Promise<unknown[]> {
      const { db } = service.running.services
      return [
        await db.rows('SELECT id, read_at FROM items WHERE account_id = ?', accountId),
        await db.rows('SELECT sequence FROM changes WHERE account_id = ?', accountId),
        await db.rows("SELECT kind FROM jobs WHERE account_id = ? AND kind = 'empty-trash'", accountId),
      ]
    }

    /** Settles when a request next asks for a transaction, which is after its access was checked. */
    function nextTransaction(): Promise<void> {
      const { db } = service.running.services
      const { transaction } = db
      return new Promise((resolve) => {
        db.transaction = (work) => {
          if (currentRequest()) {
            db.transaction = transaction
            resolve()
          }
          return transaction(work)
        }
      })
    }

    /** Holds the queue, lets somebody ask for a change of it, ends an access, and lets go; gives the answer. */
    async function meanwhile(who: Connected, sending: Sending, end: Ending): Promise<unknown[]> {
      const send = await sending(who)
      const { answer } = await otherInstance.running.services.db.transaction(async (tx) => {
        await tx.row(`SELECT version FROM queues WHERE account_id = ? ${tx.dialect.forUpdate}`, who.accountId)
        const transactionBegun = nextTransaction()
        const response = send()
        await Promise.race([transactionBegun, response])
        await end(tx, who)
        return { answer: response }
      })
      return answer
    }

    /** The same where nothing may come of it. */
    async function refused(who: Connected, sending: Sending, end: Ending): Promise<unknown[]> {
      const before = await stateOf(who)
      const response = await meanwhile(who, sending, end)
      assert.deepEqual(await stateOf(who), before)
      return response
    }

    const endings: [how: string, end: Ending][] = [
      [
        'the person takes it back',
        (tx, { accountId, agent }) => revokeAgent(tx, { accountId, clientId: agent.clientId, now: 1 }),
      ],
      ['the grant is deleted with its client', (tx, { accountId }) => deleteGrants(tx, accountId)],
      ['the account is disabled', (tx, { accountId }) => disableAccount(tx, accountId, 1)],
      [
        'the account is deleted',
        (tx, { accountId }) => tx.run('DELETE FROM accounts WHERE id = ?', accountId),
      ],
    ]
    for (const [how, end] of endings)
      it(`does nothing with a token if ${how}`, async () => {
        const [status, challenge] = await refused(await connectSomeone(), saveByApi, end)
        assert.equal(status, 401)
        assert.match(String(challenge), /^Bearer .*error="invalid_token"/)
      })

    it('does nothing with a token that expires', async () => {
      const who = await connectSomeone()
      const [status] = await refused(who, saveByApi, (tx) =>
        tx.run(
          'UPDATE tokens SET expires_at = ? WHERE account_id = ?',
          service.clock.now() - HOUR,
          who.accountId,
        ),
      )
      assert.equal(status, 401)
    })

    it('does nothing for an agent that is paused', async () => {
      const [status] = await refused(await connectSomeone(), saveByApi, (tx, { accountId, agent }) =>
        setAgentPause(tx, { accountId, clientId: agent.clientId }, { isPaused: true, now: 1 }),
      )
      assert.equal(status, 403)
    })

    const byToken: [what: string, send: Sending][] = [
      ['an action on an item', markReadByApi],
      ['a tool that saves', (who) => callTool(who, 'save_link', { url: deadLink('held') })],
      ['a tool called by an older client', saveByLegacyTool],
      [
        'a tool for an item',
        (who) => callTool(who, 'change_items', { items: [who.itemId], action: 'mark-read' }),
      ],
    ]
    for (const [what, send] of byToken)
      it(`refuses ${what} in the same way`, async () => {
        const [status, challenge] = await refused(await connectSomeone(), send, (tx, { accountId, agent }) =>
          revokeAgent(tx, { accountId, clientId: agent.clientId, now: 1 }),
        )
        assert.equal(status, 401)
        assert.match(String(challenge), /^Bearer .*error="invalid_token"/)
      })

    const byForm: [what: string, send: Sending][] = [
      [
        'a save',
        (who) => submit(who, '/queue', { action: '/queue/save-link', fields: { url: deadLink('held') } }),
      ],
      [
        'an action on an item',
        (who) =>
          submit(who, `/queue/items/${who.itemId}`, { action: `/queue/items/${who.itemId}/mark-read` }),
      ],
      [
        'undoing what an agent did',
        (who) =>
          submit(who, `/agents/${who.agent.clientId}/undo?since=2020-01-01`, {
            action: `/agents/${who.agent.clientId}/undo`,
          }),
      ],
    ]
    for (const [what, send] of byForm)
      it(`does nothing in an ended session: ${what}`, async () => {
        const response = await refused(await connectSomeone(), send, (tx, { accountId }) =>
          endAllSessions(tx, accountId),
        )
        assert.deepEqual(response, [200, '/login?ended'])
      })

    it('does nothing in an ended session: emptying the trash', async () => {
      const who = await connectSomeone()
      await who.agent.call(`/queue/items/${who.itemId}`, { method: 'DELETE' })
      const send: Sending = (who) => submit(who, '/trash/empty', { action: '/trash/empty' })
      const response = await refused(who, send, (tx, { accountId }) => endAllSessions(tx, accountId))
      assert.deepEqual(response, [200, '/login?ended'])
    })

    it('is made if another agent lost its access', async () => {
      const who = await connectSomeone()
      const other = await connectAgent(service.baseUrl, who.person, 'Other')
      const [status] = await meanwhile(who, saveByApi, (tx) =>
        revokeAgent(tx, { accountId: who.accountId, clientId: other.clientId, now: 1 }),
      )
      assert.equal(status, 201)
    })

    async function saveByApi({ agent }: Connected): Promise<Send> {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ url: deadLink('held') })
      return async () => refusalOf(await agent.call('/queue', { method: 'POST', headers, body }))
    }

    async function markReadByApi({ agent, itemId }: Connected): Promise<Send> {
      return async () => refusalOf(await agent.call(`/queue/items/${itemId}/mark-read`, { method: 'PUT' }))
    }

    async function saveByLegacyTool({ agent }: Connected): Promise<Send> {
      const params = { name: 'save_link', arguments: { url: deadLink('held') } }
      return async () =>
        refusalOf(await askLegacyMcp(service.baseUrl, agent, { method: 'tools/call', params }))
    }

    async function callTool(
      { agent }: Connected,
      name: string,
      args: Record<string, unknown>,
    ): Promise<Send> {
      return async () =>
        refusalOf(
          await askMcp(service.baseUrl, agent, { method: 'tools/call', params: { name, arguments: args } }),
        )
    }
  })
}

function refusalOf({ status, headers }: { status: number; headers: Headers }): unknown[] {
  return [status, headers.get('www-authenticate')]
}

/** Gives the status, and where the browser ends up. */
async function submit(
  { person: { browser } }: Connected,
  path: string,
  { action, fields = {} }: { action: string; fields?: Record<string, string> },
): Promise<Send> {
  const page = await browser.open(path)
  return async () => {
    const { status, url } = await browser.submit(page, fields, { action })
    return [status, url.replace(/^https?:\/\/[^/]*/, '')]
  }
}

async function deleteGrants(tx: Connection, accountId: string): Promise<void> {
  await tx.run('DELETE FROM tokens WHERE account_id = ?', accountId)
  await tx.run('DELETE FROM grants WHERE account_id = ?', accountId)
}
