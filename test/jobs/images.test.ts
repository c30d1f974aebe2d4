import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, it } from 'node:test'
import sharp from 'sharp'
import { imageName, inspectImage } from '../../src/articles/images.ts'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

/** A picture of 3 by 4 pixels, as far as its head goes. */
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('000000030000000408020000000000000000', 'hex'),
])
/** Too large to be a placeholder. */
const WITHIN = Buffer.concat([PNG, Buffer.alloc(4096)])
const LARGE = Buffer.concat([PNG, Buffer.alloc(2_900_000)])
const PHOTO = await sharp({
  create: {
    width: 800,
    height: 600,
    channels: 3,
    background: '#a33',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .png()
  .toBuffer()
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

onBothEngines('The images of an article', (service) => {
  let site: WebServer
  let person: Person
  let agent: Agent
  let html: string

  function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const send = (type: string, body: string | Buffer) => {
      response.writeHead(200, { 'content-type': type })
      response.end(body)
    }
    if (url === '/article-of-photo')
      return send(
        'text/html',
        articlePage('A photo', '', 5).replace(
          '</title>',
          '</title><meta property="og:image" content="/photo">',
        ),
      )
    if (url === '/article-of-photos')
      return send('text/html', articlePage('Photos', '<img src="/good"><img src="/photo?2">', 5))
    if (url === '/article-of-small')
      return send('text/html', articlePage('Of small ones', '<img src="/good" alt="Small">', 5))
    if (url.startsWith('/photo')) return send('image/png', PHOTO)
    if (url.startsWith('/article')) return send('text/html', html)
    if (url.startsWith('/large')) return send('image/png', LARGE)
    if (url.startsWith('/good')) return send('image/png', PNG)
    // What the sender says does not count.
    if (url === '/mislabelled') return send('image/jpeg', PNG)
    if (url === '/script') return send('image/png', SVG)
    if (url === '/vector') return send('image/svg+xml', SVG)
    response.writeHead(404).end()
  }

  before(async () => {
    site = await startWebServer(answer)
    html = articlePage(
      'Pictures',
      `<figure><img src="/good" alt="A good one"></figure>
       <p><img src="/mislabelled" alt="Mislabelled"> <img src="/script" alt="No picture"></p>
       <p><img src="/vector" alt="A drawing"><img src="/gone" alt="Gone"></p>
       <p><img src="data:image/png;base64,${WITHIN.toString('base64')}" alt="Within"></p>`,
    ).replace('</title>', `</title><meta property="og:image" content="/good-lead">`)
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })
  after(() => site.stop())

  async function markupOf(item: Entity): Promise<string> {
    return (await contentOf(agent, item, 'text/html')).text()
  }

  function imagesIn(markup: string): string[] {
    return [...markup.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, source]) => source!)
  }

  function withImages(item: Entity, count: number): Promise<string> {
    return eventually(
      () => markupOf(item),
      (markup) => imagesIn(markup).length === count,
    )
  }

  it('are stored and served by the service, with their size; other files are replaced by their alternative text', async () => {
    const item = await fetched(agent, await agent.save({ url: `${site.origin}/article` }))
    const markup = await withImages(item, 3)
    const base = `${linkOf(item, 'self')}/images/`
    assert.ok(imagesIn(markup).every((source) => source.startsWith(base)))
    assert.match(markup, /alt="A good one" width="3" height="4"/)
    for (const words of ['No picture', 'A drawing', 'Gone']) assert.match(markup, new RegExp(words))
    assert.doesNotMatch(markup, new RegExp(`src="${site.origin}`))

    const response = await agent.call(imagesIn(markup)[0]!)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG)
    assert.equal(
      response.headers.get('content-security-policy'),
      "sandbox; default-src 'none'; frame-ancestors 'none'",
    )
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable')
  })

  it('are on the page of the person, and nobody else can load them', async () => {
    const item = await fetched(agent, await agent.save({ url: `${site.origin}/article-2` }))
    const [source] = imagesIn(await withImages(item, 3))
    const page = await person.browser.open(new URL(linkOf(item, 'self')!).pathname)
    const path = new URL(source!).pathname
    assert.ok(page.text.includes(`src="${path}"`))
    assert.equal((await person.browser.open(path)).status, 200)

    const other = await signUp(service().baseUrl)
    assert.equal((await other.browser.open(path)).status, 404)
    assert.equal((await (await connectAgent(service().baseUrl, other)).call(path)).status, 404)
    assert.equal((await fetch(source!)).status, 401)
    assert.equal((await agent.call(`${path}x`)).status, 404)
  })

  it('give lists the first suitable one if the page declares none', async () => {
    const save = async (path: string) => fetched(agent, await agent.save({ url: `${site.origin}${path}` }))
    const inList = (item: Entity) =>
      new RegExp(`<img class="lead-image" src="${new URL(linkOf(item, 'self')!).pathname}/images/([^"]*)"`)
    const [small, large] = [await save('/article-of-small'), await save('/article-of-photos')]
    await withImages(small, 1)
    const queue = await eventually(
      () => person.browser.open('/queue'),
      ({ text }) => inList(large).test(text),
    )
    assert.equal(inList(large).exec(queue.text)![1], `${imageName(`${site.origin}/photo?2`)}.96`)
    assert.doesNotMatch(queue.text, inList(small))
  })

  it('are shown in lists as cropped thumbnails, whose size counts', async () => {
    const item = await fetched(agent, await agent.save({ url: `${site.origin}/article-of-photo` }))
    const base = `${new URL(linkOf(item, 'self')!).pathname}/images/`
    const sources = new RegExp(
      `<img class="lead-image" src="(${base}[^"]*)" srcset="${base}\\S* 96w, (${base}\\S*) 192w"`,
    )
    const queue = await eventually(
      () => person.browser.open('/queue'),
      ({ text }) => sources.test(text),
    )
    const [, normal, double] = sources.exec(queue.text)!
    for (const [path, width, height] of [
      [normal!, 96, 72],
      [double!, 192, 144],
    ] as const) {
      const response = await agent.call(path)
      assert.equal(response.headers.get('content-type'), 'image/webp')
      assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable')
      const image = new Uint8Array(await response.arrayBuffer())
      assert.deepEqual(inspectImage(image), { mediaType: 'image/webp', width, height })
      assert.ok(image.length < PHOTO.length / 2)
    }
    const other = await signUp(service().baseUrl)
    assert.equal((await other.browser.open(normal!)).status, 404)
    assert.equal((await countWrongAggregates(service().running.services.db)).bytes, 0)
  })

  it('replace thumbnails that can’t be made, for a while', async () => {
    const item = await fetched(agent, await agent.save({ url: `${site.origin}/article-4` }))
    const path = `${new URL(linkOf(item, 'self')!).pathname}/images/${imageName(`${site.origin}/good-lead`)}.96`
    const answer = await eventually(
      () => agent.call(path),
      ({ status }) => status === 200,
    )
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.equal(answer.headers.get('cache-control'), 'private, max-age=3600')
    assert.equal((await agent.call(path.replace(/96$/, '97'))).status, 404)
  })

  it('reveal nothing about the reader to their sites', () => {
    for (const { headers } of site.requests) {
      assert.deepEqual(
        [headers.cookie, headers.referer, headers.authorization],
        [undefined, undefined, undefined],
      )
    }
  })

  it('are not fetched again with the same page, and are restored with their copy', async () => {
    const item = await fetched(agent, await agent.save({ url: `${site.origin}/article-3` }))
    await withImages(item, 3)
    const askedFor = () => site.requests.filter(({ url }) => url === '/good').length
    const before = askedFor()
    const kept = html
    try {
      html = articlePage('One picture', '<p><img src="/good" alt="A good one"></p>')
      await submitAction(agent, await agent.entity(linkOf(item, 'self')!), { name: 'refetch-item' })
      await fetched(agent, item)
      assert.equal(imagesIn(await markupOf(item)).length, 1)
      assert.equal(askedFor(), before)
      const { entities } = await agent.entity('/queue/changes?limit=100')
      const replacing = entities.findLast(({ properties }: Entity) => properties.action === 'replace-page')
      const queue = await agent.entity('/queue')
      const undone = await submitAction(agent, queue, {
        name: 'undo-change',
        fields: { change: replacing.properties.sequence },
      })
      assert.equal(undone.status, 200)
      assert.equal(imagesIn(await markupOf(item)).length, 3)
      assert.equal(askedFor(), before)
    } finally {
      html = kept
    }
  })

  it('have at most 20 MB together, also once the page is fetched again', async () => {
    const sources = Array.from({ length: 8 }, (_, index) => `/large?${index}`)
    const kept = html
    const askedFor = () => site.requests.filter(({ url }) => url?.startsWith('/large')).length
    try {
      html = articlePage('Large', sources.map((source) => `<p><img src="${source}"></p>`).join(''))
      const item = await fetched(agent, await agent.save({ url: `${site.origin}/article-large` }))
      await withImages(item, 7)
      html = html.replace('</p>', ' Words that are new.</p>')
      await submitAction(agent, await agent.entity(linkOf(item, 'self')!), { name: 'refetch-item' })
      await eventually(
        async () => askedFor(),
        (count) => count === 9,
      )
      const { db } = service().running.services
      const sql = 'SELECT COUNT(*) AS count FROM jobs WHERE subject = ?'
      await eventually(
        () => db.row<{ count: number }>(sql, item.properties.id),
        (jobs) => Number(jobs?.count) === 0,
      )
      assert.equal(imagesIn(await markupOf(item)).length, 7)
    } finally {
      html = kept
    }
  })

  it('count towards the storage of the account', async () => {
    assert.equal((await countWrongAggregates(service().running.services.db)).bytes, 0)
  })
})
