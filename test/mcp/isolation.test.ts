import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { askMcp, type RpcResponse, toolOutcome } from '../support/mcp.ts'
import { postJson } from '../support/oauth.ts'
import { onBothEngines } from '../support/service.ts'

const ROUNDS = 10
/** Calls of one agent at once. */
const MANY = 40

type Account = { name: string; agent: Agent; ids: string[] }

onBothEngines('Agents of different people who call at the same time', (service) => {
  let ada: Account
  let bob: Account
  const baseUrl = () => service().baseUrl
  before(async () => {
    ada = await newAccount('ada')
    bob = await newAccount('bob')
  })

  /** An account whose items all bear its name, and beside them one link that everyone saves. */
  async function newAccount(name: string): Promise<Account> {
    const agent = await connectAgent(baseUrl(), await signUp(baseUrl()))
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      const link = {
        url: deadLink(`${name}/${index}`),
        title: `By ${name}`,
        tags: [name],
        note: `Of ${name}`,
      }
      const { saved } = await toolOutcome(baseUrl(), agent, { name: 'save_link', args: link })
      ids.push(saved[0].item.id)
    }
    return { name, agent, ids }
  }

  /** Calls of an account, of which some ask for what is another's. */
  function callsOf(
    { name, ids }: Account,
    other: Account,
  ): [method: string, params: Record<string, unknown>][] {
    const tool = (name: string, args: Record<string, unknown>): [string, Record<string, unknown>] => [
      'tools/call',
      { name, arguments: args },
    ]
    return [
      tool('list_queue', { state: 'all', limit: 100 }),
      tool('list_queue', { tag: other.name }),
      tool('search', { query: 'by' }),
      tool('search', { query: other.name }),
      tool('list_tags', {}),
      tool('get_item', { id: ids[0] }),
      tool('get_item', { id: other.ids[0] }),
      tool('fetch', { id: other.ids[1] }),
      tool('change_items', { items: [other.ids[2]], action: ['mark-read'] }),
      tool('remove_items', { items: [other.ids[3]] }),
      tool('save_link', { url: deadLink('everyones'), title: `By ${name}`, tags: [name] }),
      ['resources/read', { uri: 'queue://unread' }],
      ['resources/read', { uri: `queue://items/${other.ids[4]}` }],
    ]
  }

  it('never see each other’s data', async () => {
    const answers: Promise<[requester: Account, other: Account, answer: RpcResponse]>[] = []
    const ask = async (
      requester: Account,
      other: Account,
      { method, params }: { method: string; params: Record<string, unknown> },
    ) =>
      [requester, other, await askMcp(baseUrl(), requester.agent, { method, params })] as [
        Account,
        Account,
        RpcResponse,
      ]
    for (let round = 0; round < ROUNDS; round++) {
      const [ofAda, ofBob] = [callsOf(ada, bob), callsOf(bob, ada)]
      for (const [index, [method, params]] of ofAda.entries()) {
        answers.push(ask(ada, bob, { method, params }))
        const [other, given] = ofBob[(index + round) % ofBob.length]!
        answers.push(ask(bob, ada, { method: other, params: given }))
      }
    }
    assert.equal(answers.length, 260)
    let own = 0
    for (const [requester, other, { status, text }] of await Promise.all(answers)) {
      assert.equal(status, 200, text)
      assert.doesNotMatch(
        text,
        new RegExp(`[Bb]y ${other.name}|Of ${other.name}|/${other.name}/|"${other.name}`),
      )
      if (text.includes(`By ${requester.name}`)) own++
    }
    assert.ok(own >= 100, `${own} answers held items of one's own`)

    for (const { agent, name, ids } of [ada, bob]) {
      const { items, matched } = await toolOutcome(baseUrl(), agent, {
        name: 'list_queue',
        args: { limit: 100 },
      })
      assert.equal(matched, 6, name)
      const untouched = items.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
      assert.deepEqual(untouched.sort(), [...ids].sort())
    }
  })

  it('are refused at the next call once they are revoked, while others of the same person continue', async () => {
    const person = await signUp(baseUrl())
    const [revoked, kept] = [await connectAgent(baseUrl(), person), await connectAgent(baseUrl(), person)]
    const list = (agent: Agent) =>
      askMcp(baseUrl(), agent, { method: 'tools/call', params: { name: 'list_queue', arguments: {} } })
    const listMany = (agent: Agent) => Array.from({ length: MANY }, () => list(agent))

    const meanwhile = [...listMany(kept), ...listMany(ada.agent)]
    const pending = listMany(revoked)
    const { status } = await postJson(baseUrl(), '/oauth/revoke', { body: { token: revoked.access } })
    assert.equal(status, 200)
    const next = await Promise.all(listMany(revoked))
    assert.deepEqual([...new Set(next.map((response) => response.status))], [401])
    for (const answer of next) assert.doesNotMatch(answer.text, /items/)

    for (const answer of await Promise.all(pending)) assert.ok([200, 401].includes(answer.status))
    for (const answer of await Promise.all(meanwhile)) assert.equal(answer.status, 200, answer.text)
    assert.equal((await list(kept)).status, 200)
  })
})
