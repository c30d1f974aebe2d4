import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Agent, connectAgent, signUp, submitAction } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('Emptying the trash', (service) => {
  async function removeNew(agent: Agent, name: string) {
    const item = await agent.save({ url: deadLink(name) })
    assert.ok((await submitAction(agent, item, { name: 'remove-item' })).ok)
    return item
  }

  it('asks for confirmation, then deletes the items in it and nothing else', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    await removeNew(other, 'of-another')
    await agent.save({ url: deadLink('stays') })
    const removed = [await removeNew(agent, 'one'), await removeNew(agent, 'two')]

    const trash = await person.browser.open('/queue?state=removed')
    assert.match(trash.text, /href="\/trash\/empty"/)
    const question = await person.browser.open('/trash/empty')
    assert.match(question.text, /Delete 2 items for good\?/)
    const result = await person.browser.submit(question, {}, { action: '/trash/empty' })
    assert.match(result.text, /Trash emptied\./)
    assert.equal((await agent.entity('/queue')).properties.totals.removed, 0)
    for (const { properties } of removed) {
      assert.equal((await agent.call(`/queue/items/${properties.id}`)).status, 404)
    }
    assert.equal((await agent.entity('/queue')).properties.totals.unread, 1)
    assert.equal((await other.entity('/queue')).properties.totals.removed, 1)
    const history = await readHistory(service(), await accountIdOf(service(), person.email))
    const deletions = history.filter(({ action }) => action === 'empty-trash')
    assert.deepEqual(
      deletions.map(({ actor }) => actor.kind),
      ['person', 'person'],
    )
    assert.doesNotMatch((await person.browser.open('/queue?state=removed')).text, /href="\/trash\/empty"/)
  })

  it('deletes a hundred items before it responds, and the rest soon', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    for (const part of ['a', 'b', 'c', 'd']) {
      const links = Array.from({ length: 100 }, (_, index) => ({ url: deadLink(`many/${part}${index}`) }))
      await agent.entity('/queue/save-links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ links }),
      })
    }
    await agent.entity('/queue/change-items', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'is:unread', action: 'remove-item' }),
    })
    const question = await person.browser.open('/trash/empty')
    const result = await person.browser.submit(question, {}, { action: '/trash/empty' })
    assert.match(result.text, /Emptying the trash\./)
    await eventually(
      () => agent.entity('/queue'),
      ({ properties }) => properties.totals.removed === 0,
    )
  })

  it('is refused without the form token', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    await removeNew(agent, 'kept')
    const question = await person.browser.open('/trash/empty')
    const wrong = { form_token: 'another' }
    assert.equal((await person.browser.submit(question, wrong, { action: '/trash/empty' })).status, 403)
    assert.equal((await agent.entity('/queue')).properties.totals.removed, 1)
  })
})
