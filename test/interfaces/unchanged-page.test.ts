import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Agent, connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { articlePage } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

const MINUTE = 60_000

describe('A page that is cached', () => {
  let service: TestService
  let person: Person
  let agent: Agent
  let item: { id: string; url: string }
  before(async () => {
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person)
    item = (await agent.save({ url: deadLink('first'), title: 'The first', html: articlePage('x', '', 3) }))
      .properties
    await eventually(
      () => agent.entity(`/queue/items/${item.id}`),
      ({ properties }) => properties.content.status === 'ready',
    )
    service.clock.hold()
  })
  after(() => service.stop())

  const pages = () => ['/queue', '/queue?state=all', `/queue/items/${item.id}`]

  async function shown(who = person): Promise<string[]> {
    return Promise.all(pages().map(async (path) => (await who.browser.open(path)).text))
  }

  it('is unchanged if nothing has changed', async () => {
    assert.deepEqual(await shown(), await shown())
  })

  it('shows what an agent has changed since', async () => {
    await shown()
    await agent.call(`/queue/items/${item.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Another title' }),
    })
    for (const text of await shown()) {
      assert.match(text, /Another title/)
      assert.doesNotMatch(text, /The first/)
    }
  })

  it('shows how long ago things were', async () => {
    await shown()
    service.clock.advance(5 * MINUTE)
    for (const text of await shown()) assert.match(text, /5 minutes ago/)
  })

  it('applies the person’s settings', async () => {
    const [queue] = await shown()
    assert.match(queue!, /data-theme="system"/)
    const account = await person.browser.open('/account')
    await person.browser.submit(account, { theme: 'dark' }, { action: '/settings' })
    for (const text of await shown()) assert.match(text, /data-theme="dark"/)
  })

  it('is rendered for one session, with a form token that works there only', async () => {
    const browser = createBrowser(service.baseUrl)
    await browser.submit(await browser.open('/login'), { email: person.email, password: PASSWORD })
    const other = { ...person, browser }
    for (const [index, text] of (await shown()).entries()) {
      const theirs = (await shown(other))[index]!
      assert.notEqual(tokenOf(text), tokenOf(theirs))
    }
    const list = await browser.open('/queue')
    const done = await browser.submit(list, {}, { action: `/queue/items/${item.id}/mark-read` })
    assert.equal(done.status, 200)
    assert.match(done.text, /Marked as read/)
  })

  it('is not shown to anybody else', async () => {
    const stranger = await signUp(service.baseUrl)
    await shown()
    const [queue, all, itemPage] = await shown(stranger)
    assert.doesNotMatch(queue! + all!, /Another title/)
    assert.doesNotMatch(itemPage!, /Another title/)
    assert.doesNotMatch((await createBrowser(service.baseUrl).open('/queue')).text, /Another title/)
  })
})

function tokenOf(text: string): string | undefined {
  return /name="form_token" value="([^"]+)"/.exec(text)?.[1]
}
