import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import { deadLink } from '../support/links.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('The content of an item', (service) => {
  let pages: Pages
  let person: Person
  let agent: Agent
  let item: Entity

  before(async () => {
    pages = await startPages()
    pages.put('/article', {
      body: articlePage('On links', '<p>Some say <a href="/more">more</a>.<script>alert(1)</script></p>'),
    })
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    item = await fetched(agent, await agent.save({ url: pages.at('/article') }))
  })
  after(() => pages.close())

  it('is linked from the item once it can be read, with its length', async () => {
    const { properties } = item
    assert.partialDeepStrictEqual(properties.content, { status: 'ready', type: 'text/html' })
    assert.equal(linkOf(item, 'alternate'), `${linkOf(item, 'self')}/content`)
    assert.equal(properties.readingMinutes, 1)
    assert.equal(typeof properties.wordCount, 'number')
    const waiting = await agent.save({ url: deadLink('waiting') })
    assert.equal(linkOf(waiting, 'alternate'), undefined)
    assert.deepEqual([waiting.properties.wordCount, waiting.properties.readingMinutes], [null, null])
  })

  it('is HTML, Markdown or plain text, as the caller prefers', async () => {
    const html = await contentOf(agent, item, 'text/html')
    assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8')
    const markup = await html.text()
    assert.match(markup, /^<!doctype html>/)
    assert.match(markup, /<p>1\. Links say what can be done next/)
    assert.ok(markup.includes(`href="${pages.at('/more')}"`), 'links are absolute')
    assert.doesNotMatch(markup, /<script|alert|<nav/)

    const markdown = await contentOf(agent, item, 'text/markdown, text/html;q=0.5')
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.ok((await markdown.text()).includes(`Some say [more](${pages.at('/more')}).`))

    const text = await contentOf(agent, item, 'text/plain')
    assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(await text.text(), /Some say more\.$/)
    assert.equal(
      (await contentOf(agent, item, '*/*')).headers.get('content-type'),
      'text/html; charset=utf-8',
    )
    for (const answer of [html, markdown, text]) {
      assert.equal(answer.headers.get('vary'), 'Accept, Authorization, Cookie')
      assert.equal(answer.headers.get('content-language'), 'en')
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
    }
  })

  it('is sent again only if it has changed, and each format has an ETag of its own', async () => {
    const tags = await Promise.all(
      ['text/html', 'text/markdown', 'text/plain'].map(async (type) => {
        return (await contentOf(agent, item, type)).headers.get('etag') ?? ''
      }),
    )
    assert.equal(new Set(tags).size, 3)
    const unchanged = await agent.call(linkOf(item, 'alternate')!, {
      headers: { accept: 'text/markdown', 'if-none-match': tags[1]! },
    })
    assert.equal(unchanged.status, 304)
    await submitAction(agent, item, { name: 'favourite-item' })
    const changed = await agent.call(linkOf(item, 'alternate')!, {
      headers: { accept: 'text/markdown', 'if-none-match': tags[1]! },
    })
    assert.equal(changed.status, 200)
  })

  it('is refused with a readable message in other types, without a token, and for other accounts', async () => {
    const href = linkOf(item, 'alternate')!
    const wrongType = await contentOf(agent, item, 'application/pdf')
    assert.equal(wrongType.status, 406)
    assert.match(((await wrongType.json()) as Entity).detail, /text\/html, text\/markdown, text\/plain/)
    assert.equal((await fetch(href, { headers: { accept: 'text/markdown' } })).status, 401)
    const stranger = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    assert.equal((await stranger.call(href, { headers: { accept: 'text/plain' } })).status, 404)
    assert.equal((await agent.call(href, { method: 'POST' })).status, 405)
  })

  it('is missing while the page is fetched, which the response says', async () => {
    const waiting = await agent.save({ url: deadLink('not-yet') })
    const answer = await agent.call(`${linkOf(waiting, 'self')}/content`, {
      headers: { accept: 'text/plain' },
    })
    assert.equal(answer.status, 404)
    assert.equal(answer.headers.get('retry-after'), '2')
    assert.match(((await answer.json()) as Entity).detail, /still being fetched/)
  })

  it('is missing if fetching failed, and the response says why and what to do', async () => {
    const failed = await fetched(agent, await agent.save({ url: pages.at('/nowhere') }))
    const answer = await agent.call(`${linkOf(failed, 'self')}/content`, {
      headers: { accept: 'text/plain' },
    })
    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as Entity).detail, failed.properties.content.reason)
  })

  it('of an image is only the link, with its type', async () => {
    pages.put('/picture', { type: 'image/png', body: 'not looked at' })
    const picture = await fetched(agent, await agent.save({ url: pages.at('/picture') }))
    assert.deepEqual(picture.properties.content, { status: 'ready', type: 'image/png' })
    assert.equal(linkOf(picture, 'alternate'), undefined)
  })

  it('is on the page of its item for the person, to which its address redirects', async () => {
    const page = await person.browser.open(`${new URL(linkOf(item, 'self')!).pathname}/content`)
    assert.equal(page.url, linkOf(item, 'self'))
    assert.match(page.text, /<p>6\. Links say what can be done next/)
    assert.doesNotMatch(page.text, /alert\(1\)/)
  })
})
