import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

type Answer = { status: number; body: Record<string, unknown> }

onBothEngines('An action that a device sends after it was offline', (service) => {
  let person: Person
  let agent: Agent
  let cookie: string
  let formToken: string
  let count = 0
  const keys = () => `${crypto.randomUUID()}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(service().baseUrl + path, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'application/json', cookie, ...init.headers },
    })
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    formToken = ((await (await ask('/offline/state')).json()) as { formToken: string }).formToken
  })

  async function send(act: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams({ form_token: formToken, key: keys(), ...act })
    const response = await ask('/offline/actions', { method: 'POST', body, headers })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const save = async () => (await agent.save({ url: deadLink(`act/${++count}`) })).properties.id as string
  const historyOf = async (itemId: string) => {
    const all = await readHistory(service(), await accountIdOf(service(), person.email))
    return all.filter((change) => change.itemId === itemId).map(({ action }) => action)
  }

  it('is carried out once, however often it is sent, also concurrently and after others', async () => {
    const item = await save()
    const act = { key: keys(), action: 'mark-read', item }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(act)))
    assert.deepEqual(answers.map(({ body }) => body['outcome']).sort(), [
      'done',
      'repeated',
      'repeated',
      'repeated',
      'repeated',
    ])
    await send({ action: 'mark-unread', item })
    assert.equal((await send(act)).body['outcome'], 'repeated')
    assert.deepEqual(await historyOf(item), ['save-link', 'mark-read', 'mark-unread'])
  })

  it('saves a link once, even if another save moves it up', async () => {
    const url = deadLink(`act/saved`)
    const act = { key: keys(), action: 'save-link', url }
    const answers = await Promise.all([send(act), send(act), send(act)])
    assert.deepEqual(answers.map(({ body }) => body['outcome']).sort(), ['done', 'repeated', 'repeated'])
    const { items } = (await (await ask('/offline/state?newest=1')).json()) as { items: { id: string }[] }
    assert.deepEqual(await historyOf(items[0]!.id), ['save-link'])
    await send({ action: 'save-link', url })
    assert.deepEqual(await historyOf(items[0]!.id), ['save-link', 'save-link'])
  })

  it('does not overwrite a note that was changed meanwhile, until the person has decided', async () => {
    const item = await save()
    await send({ action: 'edit-item', item, note: 'Theirs', known_note: '' })
    const mine = { key: keys(), action: 'edit-item', item, note: 'Mine' }
    const { status, body } = await send({ ...mine, known_note: '' })
    assert.equal(status, 412)
    assert.deepEqual([body['outcome'], body['note']], ['conflict', 'Theirs'])
    assert.equal((await send({ ...mine, known_note: 'Theirs' })).body['outcome'], 'done')
    assert.equal((await agent.entity(`/queue/items/${item}`)).properties.note, 'Mine')
  })

  it('does not overwrite reading progress that was made later elsewhere, but may move it back', async () => {
    const item = await save()
    const progress = async () => (await agent.entity(`/queue/items/${item}`)).properties.progress
    await send({ action: 'set-progress', item, progress: '0.8' })
    const early = await send({ action: 'set-progress', item, progress: '0.2', ago: '60000' })
    assert.equal(early.body['outcome'], 'outdated')
    assert.equal(await progress(), 0.8)
    await send({ action: 'set-progress', item, progress: '0.2' })
    assert.equal(await progress(), 0.2)
  })

  it('is refused from another site, with a wrong token, without a session, or if it is not available offline', async () => {
    const item = await save()
    const act = { action: 'mark-read', item }
    assert.equal((await send(act, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await send({ ...act, form_token: 'another' })).status, 403)
    assert.equal((await send(act, { cookie: '' })).status, 303)
    assert.equal((await send({ ...act, action: 'refetch-item' })).status, 400)
    assert.equal((await send({ ...act, key: 'short' })).status, 400)
    assert.equal((await send({ ...act, item: 'none' })).status, 404)
    const other = await signUp(service().baseUrl)
    const otherAgent = await connectAgent(service().baseUrl, other)
    const theirs = (await otherAgent.save({ url: deadLink('act/theirs') })).properties.id
    assert.equal((await send({ ...act, item: theirs })).status, 404)
    assert.deepEqual(await historyOf(item), ['save-link'])
  })

  it('is remembered up to a number of acts, and old ones are deleted a few at a time', async () => {
    const item = await save()
    const accountId = await accountIdOf(service(), person.email)
    const { db } = service().running.services
    const countOf = async () =>
      Number(
        (await db.row<{ count: number }>(
          'SELECT COUNT(*) AS count FROM offline_action_keys WHERE account_id = ?',
          accountId,
        ))!.count,
      )
    const insert = async (total: number, doneAt: number) => {
      for (let inserted = 0; inserted < total; inserted += 500) {
        const rows = Array.from({ length: 500 }, () => `('${accountId}', '${keys()}', ${doneAt})`)
        await db.run(`INSERT INTO offline_action_keys (account_id, key, done_at) VALUES ${rows.join(', ')}`)
      }
    }
    const now = service().clock.now()
    await insert(500, now - 91 * 24 * 3_600_000)
    const before = await countOf()
    await send({ action: 'mark-read', item })
    assert.equal(await countOf(), before - 100 + 1)
    await insert(10_000, now - 1000)
    const full = await countOf()
    await send({ action: 'mark-unread', item })
    assert.equal(await countOf(), full - 100 + 1)
  })

  it('is sent by its own pages, which contain no token and no data of the account', async () => {
    const item = await save()
    for (const path of [`/offline/items/${item}`, '/offline', '/offline/unreached']) {
      const page = await ask(path, { headers: { accept: 'text/html' } })
      assert.equal(page.status, 200, path)
      const text = await page.text()
      assert.doesNotMatch(text, /<form|form_token/, path)
      assert.ok(!text.includes(person.email) && !text.includes(formToken), path)
      assert.equal((await ask(path, { headers: { accept: 'text/html', cookie: '' } })).status, 303, path)
    }
    const worker = await ask('/sw.js')
    assert.equal(worker.headers.get('cache-control'), 'no-cache')
    assert.match(worker.headers.get('content-security-policy')!, /connect-src 'self'/)
  })
})
