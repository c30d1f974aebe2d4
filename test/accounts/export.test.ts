import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines, startService } from '../support/service.ts'

onBothEngines('The export of an account', (service) => {
  async function exported({ browser }: Person): Promise<Entity> {
    const page = await browser.open('/account/export')
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'application/json')
    assert.match(
      page.headers.get('content-disposition')!,
      /^attachment; filename="reading-queue-\d{4}-\d\d-\d\d\.json"$/,
    )
    assert.equal(page.headers.get('cache-control'), 'no-store')
    return JSON.parse(page.text)
  }

  it('of a new account is empty', async () => {
    const person = await signUp(service().baseUrl)
    const { exportedAt, ...rest } = await exported(person)
    assert.ok(Date.parse(exportedAt) > 0)
    const empty = {
      format: 'reading-queue',
      version: 1,
      siteExtractions: [],
      savedSearches: [],
      tagColours: [],
      items: [],
      suggestions: [],
      changes: [],
    }
    assert.deepEqual(rest, { service: service().baseUrl, account: person.email, ...empty })
  })

  it('contains every item, its article, and every change, and nothing of other accounts', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person, 'Claude <b>')
    const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    await other.save({ url: deadLink('of-another') })
    const links = Array.from({ length: 100 }, (_, number) => ({ url: deadLink(`many/${number}`) }))
    for (const first of [0, 50]) {
      await agent.call('/queue/save-links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ links: links.slice(first, first + 50) }),
      })
    }
    const html = articlePage('Worth keeping', '', 5)
    const kept = await agent.save({ url: deadLink('kept'), tags: ['web'], note: '"], </script>', html })
    await eventually(
      () => agent.entity(`/queue/items/${kept.properties.id}`),
      ({ properties }) => properties.content.status === 'ready',
    )
    const removed = await agent.save({ url: deadLink('removed') })
    assert.ok((await submitAction(agent, removed, { name: 'remove-item' })).ok)

    const { items, changes } = await exported(person)
    assert.equal(items.length, 102)
    assert.equal(new Set(items.map(({ id }: Entity) => id)).size, 102)
    const item = items.find(({ id }: Entity) => id === kept.properties.id)
    assert.deepEqual([item.tags, item.note, item.savedBy.name], [['web'], '"], </script>', 'Claude <b>'])
    assert.match(item.markdown, /^\S/)
    assert.equal(items.find(({ id }: Entity) => id === removed.properties.id).markdown, null)
    assert.deepEqual(
      changes.map(({ sequence }: Entity) => sequence),
      changes.map((_: Entity, index: number) => index + 1),
    )
    const remove = changes.find(({ action }: Entity) => action === 'remove-item')
    assert.deepEqual([remove.itemId, remove.actor.name], [removed.properties.id, 'Claude <b>'])
    assert.doesNotMatch(JSON.stringify({ items, changes }), /of-another/)
  })

  /** Keep the response: once nothing refers to it, fetch cancels its body, which ends the export. */
  async function begin({ browser }: Person, signal?: AbortSignal): Promise<Response> {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: 'text/html' }
    return fetch(`${service().baseUrl}/account/export`, { headers, signal: signal ?? null })
  }

  /** Someone whose export is more than what lies in the buffers on the way. */
  async function collector(): Promise<Person> {
    const person = await signUp(service().baseUrl)
    const accountId = await accountIdOf(service(), person.email)
    await fillQueue(service(), accountId, { count: 250, article: 'lorem ipsum '.repeat(8000) })
    return person
  }

  it('runs once for an account, and again after it has finished or failed', async () => {
    const [person, other] = [await collector(), await signUp(service().baseUrl)]
    const controller = new AbortController()
    const running = await begin(person, controller.signal)
    const refused = await begin(person)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30'])
    assert.match(refused.headers.get('content-type')!, /^text\/html/)
    assert.match(await refused.text(), /An export of this account is already running/)
    assert.equal((await exported(other)).items.length, 0)
    controller.abort()
    await assert.rejects(running.text())
    const again = await eventually(
      () => begin(person),
      ({ status }) => status === 200,
    )
    const { items } = (await again.json()) as Entity
    assert.equal(items.length, 250)
    assert.equal(items[7].markdown, 'lorem ipsum '.repeat(8000))
    await (await begin(person)).json()
  })

  it('runs once across all instances, and each instance shows its progress', async () => {
    const { databaseUrl, engine } = service()
    const person = await collector()
    const other = await startService(engine, { databaseUrl })
    try {
      const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const open = (path: string) => fetch(other.baseUrl + path, { headers: { cookie, accept: 'text/html' } })
      assert.match(await (await open('/account/export/progress')).text(), /No export is running/)
      const accountId = await accountIdOf(service(), person.email)
      // Items that are filled in are not counted.
      await other.running.services.db.run('UPDATE queues SET unread = 250 WHERE account_id = ?', accountId)
      const controller = new AbortController()
      const running = await begin(person, controller.signal)
      assert.equal((await open('/account/export')).status, 429)
      const progress = await (await open('/account/export/progress')).text()
      assert.match(progress, /<progress\s+max="250"\s+value="\d+"/)
      assert.match(progress, /\d+ of 250 items written/)
      assert.match(progress, /http-equiv="refresh"/)
      controller.abort()
      await assert.rejects(running.text())
      const again = await eventually(
        () => open('/account/export'),
        ({ status }) => status === 200,
      )
      assert.equal(((await again.json()) as Entity).items.length, 250)
      // As where the process of one was killed, which deletes nothing.
      const { db, clock } = other.running.services
      await db.run(
        "INSERT INTO running_exports (account_id, id, renewed_at) VALUES (?, 'killed', ?)",
        accountId,
        clock.now(),
      )
      assert.equal((await begin(person)).status, 429)
      await db.run("UPDATE running_exports SET renewed_at = ? WHERE id = 'killed'", clock.now() - 70_000)
      assert.equal(((await (await begin(person)).json()) as Entity).items.length, 250)
    } finally {
      await other.stop()
    }
  })

  it('is cut off when the session ends, so that a partial file is not mistaken for a complete one', async () => {
    const person = await collector()
    const answer = await begin(person)
    const page = await person.browser.open('/account')
    await person.browser.submit(page, {}, { action: '/logout' })
    await assert.rejects(answer.text())
  })

  it('keeps characters intact where an article is split into chunks', async () => {
    const person = await signUp(service().baseUrl)
    const article = `x${'📚'.repeat(20_000)}"\\\n`
    await fillQueue(service(), await accountIdOf(service(), person.email), { count: 1, article })
    assert.equal((await exported(person)).items[0].markdown, article)
  })

  it('is offered in each format, and refuses other formats with a readable message', async () => {
    const { browser, email } = await signUp(service().baseUrl)
    await fillQueue(service(), await accountIdOf(service(), email), { count: 3 })
    const page = await browser.open('/account')
    const links = [...page.text.matchAll(/href="(\/account\/export\?format=(\w+))"/g)]
    assert.deepEqual(
      links.map(([, , name]) => name),
      ['html', 'csv', 'markdown', 'text', 'highlights', 'annotations'],
    )
    const types = ['text/html; charset=utf-8', 'text/csv; charset=utf-8', 'application/zip']
    for (const [index, [, href]] of links.slice(0, 3).entries()) {
      const file = await browser.open(href!)
      assert.equal(file.headers.get('content-type'), types[index])
      assert.match(
        file.headers.get('content-disposition')!,
        /^attachment; filename="reading-queue-[\d-]+\.\w+"$/,
      )
    }
    const text = await browser.open('/account/export?format=text')
    assert.deepEqual(text.text.split('\n').length, 4)
    const unknown = await browser.open('/account/export?format=doc')
    assert.equal(unknown.status, 422)
    assert.match(unknown.text, /An export can be json, html, csv, markdown, text, highlights, annotations/)
  })

  it('is linked on the account page, and only for signed-in people', async () => {
    const { browser } = await signUp(service().baseUrl)
    assert.match((await browser.open('/account')).text, /<a [^>]*href="\/account\/export"/)
    const stranger = await createBrowser(service().baseUrl).open('/account/export')
    assert.equal(stranger.url, `${service().baseUrl}/login?return=%2Faccount%2Fexport`)
  })
})
