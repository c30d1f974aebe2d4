import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, it } from 'node:test'
import sharp from 'sharp'
import { inspectImage } from '../../src/articles/images.ts'
import { MAX_SITE_ICONS } from '../../src/queue/content/site-icon.ts'
import { connectAgent, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { onBothEngines } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const ICON = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#06c' } })
  .png()
  .toBuffer()
const SHOWN = /<img src="(\/queue\/icons\/127\.0\.0\.1\/[\w-]{8}\.32)" alt="" loading="lazy">/
const LETTER = /class="site"[^>]* data-letter="([^"]*)"/

onBothEngines('The icon of a site', (service) => {
  let site: WebServer

  function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const send = (type: string, body: string | Buffer, status = 200) => {
      response.writeHead(status, { 'content-type': type })
      response.end(body)
    }
    const [, icon] = /^\/page-of-(\w+)/.exec(url) ?? []
    if (icon !== undefined) {
      const links = `<link rel="icon" type="image/svg+xml" href="/drawn.svg"><link rel="icon" href="/${icon}">`
      return send('text/html', articlePage('A page', '', 5).replace('</title>', `</title>${links}`))
    }
    if (url === '/icon') return send('image/png', ICON)
    if (url === '/huge') return send('image/png', Buffer.concat([ICON, Buffer.alloc(10 * 1024 * 1024)]))
    if (url === '/drawn') return send('image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    if (url === '/busy') return send('text/plain', 'Later', 503)
    send('text/plain', 'No', 404)
  }
  before(async () => {
    site = await startWebServer(answer)
  })
  after(() => site.stop())

  const countRequests = (path: string) => site.requests.filter(({ url }) => url === path).length

  /** Saves pages of the site, and waits until all work on them is done. */
  async function save(person: Person, ...paths: string[]) {
    const agent = await connectAgent(service().baseUrl, person)
    for (const path of paths) await fetched(agent, await agent.save({ url: `${site.origin}${path}` }))
    const accountId = await accountIdOf(service(), person.email)
    const { db } = service().running.services
    await eventually(
      () => db.rows('SELECT subject FROM jobs WHERE account_id = ?', accountId),
      ({ length }) => length === 0,
    )
    return { agent, accountId, db }
  }

  it('is fetched once, reduced, and shown in lists and above the page', async () => {
    const person = await signUp(service().baseUrl)
    const before = countRequests('/icon')
    const { agent } = await save(person, '/page-of-icon', '/page-of-icon-too')
    assert.equal(countRequests('/icon') - before, 1)
    assert.equal(countRequests('/drawn.svg'), 0)
    const { text } = await person.browser.open('/queue')
    const shown = [...text.matchAll(new RegExp(SHOWN, 'g'))].map(([, path]) => path!)
    assert.equal(shown.length, 2)
    assert.equal(new Set(shown).size, 1)
    assert.doesNotMatch(text, LETTER)
    const { entities } = await agent.entity('/queue')
    const page = await person.browser.open(`/queue/items/${entities[0].properties.id}`)
    const large = shown[0]!.replace(/32$/, '64')
    assert.ok(page.text.includes(`<img src="${shown[0]}" srcset="${large} 2x" alt="">`))
    for (const { text: markup } of [{ text }, page]) assert.doesNotMatch(markup, /<img[^>]* src="http/)

    for (const [path, side] of [
      [shown[0]!, 32],
      [large, 64],
    ] as const) {
      const icon = await agent.call(path)
      assert.equal(icon.headers.get('content-type'), 'image/webp')
      assert.equal(icon.headers.get('cache-control'), 'private, max-age=31536000, immutable')
      assert.equal(
        icon.headers.get('content-security-policy'),
        "sandbox; default-src 'none'; frame-ancestors 'none'",
      )
      const body = new Uint8Array(await icon.arrayBuffer())
      assert.deepEqual(inspectImage(body), { mediaType: 'image/webp', width: side, height: side })
    }
    const older = await agent.call(shown[0]!.replace(/\/[^/]{8}\./, '/AAAAAAAA.'))
    assert.equal(older.headers.get('cache-control'), 'private, max-age=3600')
    for (const wrong of ['33', '', '32.32'])
      assert.equal((await agent.call(shown[0]!.replace(/32$/, wrong))).status, 404)

    const other = await signUp(service().baseUrl)
    assert.equal((await other.browser.open(shown[0]!)).status, 404)
    assert.equal((await fetch(service().baseUrl + shown[0]!)).status, 401)
  })

  it('is fetched for each account separately, so that nobody learns what others saved', async () => {
    const before = countRequests('/icon')
    for (let round = 0; round < 2; round++) await save(await signUp(service().baseUrl), '/page-of-icon')
    assert.equal(countRequests('/icon') - before, 2)
  })

  it('is a letter if the site sends no valid one', async () => {
    for (const path of ['/page-of-gone', '/page-of-huge', '/page-of-drawn']) {
      const person = await signUp(service().baseUrl)
      await save(person, path)
      const { text } = await person.browser.open('/queue')
      assert.equal(LETTER.exec(text)?.[1], '1', path)
      assert.doesNotMatch(text, SHOWN)
    }
  })

  it('is fetched again after a month, or sooner if the site did not respond', async () => {
    const person = await signUp(service().baseUrl)
    const { accountId, db } = await save(person, '/page-of-busy')
    const dueIn = async () => {
      const row = await db.row<{ due_at: number }>(
        'SELECT due_at FROM site_icons WHERE account_id = ?',
        accountId,
      )
      return Math.round((row!.due_at - service().running.services.clock.now()) / 86_400_000)
    }
    assert.equal(await dueIn(), 1)
    const before = countRequests('/icon')
    await save(person, '/page-of-icon-1')
    assert.equal(countRequests('/icon') - before, 0)
    await db.run('UPDATE site_icons SET due_at = 0 WHERE account_id = ?', accountId)
    await save(person, '/page-of-icon-2')
    assert.equal(countRequests('/icon') - before, 1)
    assert.equal(await dueIn(), 30)
    // What was kept stays while the site can't answer.
    await db.run('UPDATE site_icons SET due_at = 0 WHERE account_id = ?', accountId)
    await save(person, '/page-of-busy-2')
    assert.match((await person.browser.open('/queue')).text, SHOWN)
  })

  it('is deleted with the last item of its site', async () => {
    const person = await signUp(service().baseUrl)
    const { agent, accountId, db } = await save(person, '/page-of-icon-3', '/page-of-icon-4')
    const count = async () =>
      (await db.rows('SELECT site FROM site_icons WHERE account_id = ?', accountId)).length
    const { entities } = await agent.entity('/queue')
    for (const [index, entity] of entities.entries()) {
      const item = await agent.entity(entity.links[0].href)
      await submitAction(agent, item, { name: 'remove-item' })
      assert.equal(await count(), 1)
      await person.browser.submit(await person.browser.open('/trash/empty'), {}, { action: '/trash/empty' })
      await eventually(
        () => db.rows('SELECT id FROM items WHERE account_id = ?', accountId),
        ({ length }) => length === entities.length - 1 - index,
      )
    }
    assert.equal(await count(), 0)
  })

  it('is deleted in favour of another site’s if there are too many', async () => {
    const person = await signUp(service().baseUrl)
    const accountId = await accountIdOf(service(), person.email)
    const { db } = service().running.services
    const values = Array.from({ length: MAX_SITE_ICONS }, (_, index) => [
      accountId,
      `${index}.example`,
      index,
    ])
    await db.transaction(async (tx) => {
      for (let from = 0; from < values.length; from += 500) {
        const some = values.slice(from, from + 500)
        const places = some.map(() => '(?, ?, ?)').join(', ')
        await tx.run(`INSERT INTO site_icons (account_id, site, due_at) VALUES ${places}`, ...some.flat())
      }
    })
    await save(person, '/page-of-icon-5')
    const rows = await db.rows<{ site: string }>(
      'SELECT site FROM site_icons WHERE account_id = ?',
      accountId,
    )
    assert.equal(rows.length, MAX_SITE_ICONS)
    assert.ok(!rows.some(({ site }) => site === '0.example'))
    assert.match((await person.browser.open('/queue')).text, SHOWN)
  })
})
