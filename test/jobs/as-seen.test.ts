import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import {
  type Agent,
  connectExtension,
  type Entity,
  type Person,
  signUp,
  submitAction,
} from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { MINUTE } from '../../src/ports/clock.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const LONG = 12
const SHORT = 2

onBothEngines('A captured page', (service) => {
  let pages: Pages
  let person: Person
  let agent: Agent
  before(async () => {
    pages = await startPages()
    person = await signUp(service().baseUrl)
    agent = await connectExtension(service().baseUrl, person)
  })
  after(() => pages.close())

  async function textOf(item: Entity): Promise<string> {
    return (await contentOf(agent, item, 'text/plain')).text()
  }

  async function refetched(item: Entity): Promise<Entity> {
    const current = await agent.entity(linkOf(item, 'self')!)
    assert.equal((await submitAction(agent, current, { name: 'refetch-item' })).status, 200)
    return fetched(agent, item)
  }

  it('is read as captured, and its site gets no request', async () => {
    const html = articlePage('Behind a sign-in', '<p>Only for members: naïve café 東京.</p>')
    const item = await fetched(agent, await agent.save({ url: pages.at('/members'), html }))
    assert.equal(item.title, 'Behind a sign-in')
    const { source, ...content } = item.properties.content
    assert.deepEqual(content, { status: 'ready', type: 'text/html' })
    assert.equal(source.kind, 'person')
    assert.match(await textOf(item), /Only for members: naïve café 東京\./)
    assert.deepEqual(pages.asked, [])
  })

  it('is not overwritten by what the site sends to the service', async () => {
    const html = articlePage('The whole of it', '<p>The end.</p>', LONG)
    const url = pages.at('/teaser')
    const item = await fetched(agent, await agent.save({ url, html }))
    // Longer than the article, as walls with much text around them are.
    pages.put('/teaser', { body: articlePage('Please sign in', '', 2 * LONG) })
    const after = await refetched(item)
    assert.equal(after.title, 'The whole of it')
    assert.equal(after.properties.content.status, 'ready')
    assert.match(after.properties.content.reason, /copy from your browser is kept/)
    assert.match(await textOf(item), /The end\.$/)
    pages.put('/teaser', { status: 403 })
    assert.equal((await refetched(item)).properties.content.status, 'ready')
    assert.match(await textOf(item), /The end\.$/)
  })

  it('replaces what the service fetched, and repairs what it could not fetch', async () => {
    pages.put('/better', { body: articlePage('A teaser', '', SHORT) })
    const url = pages.at('/better')
    const item = await fetched(agent, await agent.save({ url }))
    assert.equal(item.title, 'A teaser')
    await agent.save({ url, html: articlePage('All of it', '<p>The last word.</p>', LONG) })
    const after = await fetched(agent, item)
    assert.equal(after.title, 'All of it')
    assert.match(await textOf(item), /The last word\.$/)

    pages.put('/failing', { status: 403 })
    const failed = await fetched(agent, await agent.save({ url: pages.at('/failing') }))
    assert.equal(failed.properties.content.status, 'failed')
    await agent.save({ url: pages.at('/failing'), html: articlePage('Mended') })
    const mended = await fetched(agent, failed)
    assert.deepEqual(
      [mended.title, mended.properties.content.status, mended.properties.content.source.kind],
      ['Mended', 'ready', 'person'],
    )
  })

  it('does not prevent fetching if it was captured before the page had loaded', async () => {
    const loading = '<!doctype html><html><body><p>Loading the story, one moment please.</p></body></html>'
    pages.put('/loading', { body: articlePage('All there', '<p>The end of it.</p>', LONG) })
    const url = pages.at('/loading')
    const item = await fetched(agent, await agent.save({ url }))
    await agent.save({ url, html: loading })
    assert.equal((await fetched(agent, item)).title, 'All there')
    assert.match(await textOf(item), /The end of it\.$/)

    pages.put('/early', { body: articlePage('Later', '', LONG) })
    const early = await fetched(agent, await agent.save({ url: pages.at('/early'), html: loading }))
    assert.match(await textOf(early), /^Loading the story/)
    assert.equal((await refetched(early)).title, 'Later')
  })

  it('does not use up the attempts at fetching if it contains no article', async () => {
    pages.put('/busy', { status: 503 })
    const html = '<!doctype html><html><body><div id="root"></div></body></html>'
    const item = await agent.save({ url: pages.at('/busy'), html })
    await eventually(
      async () => pages.asked.includes('/busy'),
      (isAsked) => isAsked,
    )
    pages.put('/busy', { body: articlePage('There after all') })
    const after = await eventually(
      () => {
        service().clock.advance(MINUTE / 10)
        return agent.entity(linkOf(item, 'self')!)
      },
      ({ properties }) => properties.content.status !== 'pending',
    )
    assert.deepEqual([after.title, after.properties.content.status], ['There after all', 'ready'])
  })

  it('is replaced by a later capture, unless that contains much less', async () => {
    const url = pages.at('/twice')
    const item = await fetched(agent, await agent.save({ url, html: articlePage('First', '', LONG) }))
    await agent.save({ url, html: articlePage('Second', '<p>More.</p>', LONG) })
    assert.equal((await fetched(agent, item)).title, 'Second')
    await agent.save({ url, html: articlePage('Third', '', SHORT) })
    assert.equal((await fetched(agent, item)).title, 'Second')
    assert.match(await textOf(item), /More\.$/)
  })

  it('is replaced by fetching if it contains no article', async () => {
    pages.put('/empty-shell', { body: articlePage('From the site') })
    const html = '<!doctype html><html><body><div id="root"></div></body></html>'
    const item = await fetched(agent, await agent.save({ url: pages.at('/empty-shell'), html }))
    assert.equal(item.title, 'From the site')
  })

  it('may be as large as ten megabytes, in JSON or a form, and no larger', async () => {
    const filler = '<!-- é -->'.repeat(900_000)
    const html = articlePage('Large', filler)
    assert.ok(Buffer.byteLength(html) > 9_000_000)
    const item = await fetched(agent, await agent.save({ url: pages.at('/large'), html }))
    assert.equal(item.title, 'Large')
    const form = await agent.call('/queue', {
      method: 'POST',
      body: new URLSearchParams({ url: pages.at('/large-form'), html }),
    })
    assert.equal(form.status, 201)

    const tooLarge = await agent.call('/queue', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: pages.at('/too-large'), html: 'x'.repeat(10_000_001) }),
    })
    assert.equal(tooLarge.status, 422)
    assert.match(((await tooLarge.json()) as Entity).detail, /at most 10 MB\. Save the link without it\./)
  })

  it('waits for earlier ones, and too many at once are told to retry', async () => {
    const html = articlePage('One of many', '<!-- x -->'.repeat(200_000))
    const saves = Array.from({ length: 24 }, (_, index) =>
      agent.call('/queue', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: pages.at(`/many/${index}`), html }),
      }),
    )
    const answers = await Promise.all(saves)
    const taken = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 503)
    assert.equal(taken.length + refused.length, 24)
    assert.ok(taken.length >= 20)
    assert.ok(refused.every(({ headers }) => headers.get('retry-after') === '5'))
    const { entities } = await agent.entity('/queue?q=many&limit=100')
    assert.equal(entities.length, taken.length)
  })

  it('is accepted whatever it contains', async () => {
    const html = `\u0000\ufeff<html\u0000><body><p>${'Text with \u0000 and \ud800 in it. '.repeat(20)}</p>`
    const item = await fetched(agent, await agent.save({ url: pages.at('/broken'), html }))
    assert.equal(item.properties.content.status, 'ready')
    assert.match(await textOf(item), /^Text with/)
    assert.equal(
      (
        await agent.call('/queue', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: pages.at('/no-text'), html: { an: 'object' } }),
        })
      ).status,
      422,
    )
  })
})
