import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startRemoteImport } from '../../src/library/stage-remote-library.ts'
import { linkding } from '../../src/library/remote-libraries/linkding.ts'
import { MINUTE } from '../../src/ports/clock.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import type { Page } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import type { WebServer } from '../support/web-server.ts'
import { type KnownLink, PROGRAMS, startLinkServer, TOKEN } from './link-servers.ts'

onBothEngines('An import from another service', (service) => {
  const servers: WebServer[] = []
  let count = 0
  after(() => Promise.all(servers.map((server) => server.stop())))

  async function serving(...args: Parameters<typeof startLinkServer>): Promise<WebServer> {
    const server = await startLinkServer(...args)
    servers.push(server)
    return server
  }

  const links = (name: string, length: number): KnownLink[] =>
    Array.from({ length }, (_, index) => ({
      url: deadLink(`source/${name}/${++count}`),
      title: `Title ${index}`,
      tags: index === 0 ? ['web', 'long read'] : [],
      isRead: index % 2 === 1,
      isFavourite: index === 0,
    }))

  /** Sends the form of a service; the answer is where the browser ends. */
  async function read(
    person: Person,
    name: string,
    { address, fields = PROGRAMS[name]!.fields }: { address: string; fields?: Record<string, string> },
  ): Promise<Page> {
    const page = await person.browser.open('/import')
    const form = page.forms.find(({ fields }) => fields['service'] === name)
    assert.ok(form, `a form for ${name}`)
    return person.browser.submit({ ...page, forms: [form] }, { address, ...fields })
  }

  /** The page of an import once it shows this. */
  const shown = (person: Person, { url }: Page, words: RegExp): Promise<Page> =>
    eventually(
      () => person.browser.open(new URL(url, service().baseUrl).pathname),
      ({ text }) => words.test(text),
    )

  let person: Person
  let agent: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })

  for (const [name, { answer }] of Object.entries(PROGRAMS)) {
    it(`reads all pages of ${name}, shows a preview, and can be run and undone like one from a file`, async () => {
      const owner = await signUp(service().baseUrl)
      const client = await connectAgent(service().baseUrl, owner)
      const known = links(name, 5)
      const server = await serving(answer(known))
      const preview = await shown(
        owner,
        await read(owner, name, { address: `${server.origin}/sub/` }),
        /Ready to import/,
      )
      assert.match(preview.text, /5 links will be added/)
      assert.equal((await client.entity('/queue?state=all')).properties.count, 0)
      const started = await owner.browser.submit(preview, { transition: 'start', tag: '' })
      await shown(owner, started, /· Done/)
      const { entities } = await client.entity('/queue?state=all')
      const items = new Map(entities.map(({ properties }: Entity) => [properties.url, properties]))
      for (const { url, title, tags, isRead, isFavourite } of known) {
        const item = items.get(url) as Entity
        assert.deepEqual(
          [item.title, item.tags, item.readAt !== null, item.savedAt.slice(0, 16)],
          [title, tags.toSorted(), isRead, '2024-05-01T10:00'],
        )
        // linkding has no favourites, and all of Miniflux’s are.
        const isLoved = name === 'miniflux' || (isFavourite && name !== 'linkding')
        assert.equal(item.favouritedAt !== null, isLoved)
      }
      const done = await shown(owner, started, /· Done/)
      await shown(owner, await owner.browser.submit(done, { transition: 'undo' }), /· Undone/)
      assert.equal((await client.entity('/queue?state=all')).properties.count, 0)
    })
  }

  it('reports errors beside the form, and stores nothing', async () => {
    const { answer } = PROGRAMS['linkding']!
    const server = await serving(answer(links('wrong', 1)))
    const page = await serving(() => ({ text: '<!doctype html><title>Hello</title>' }))
    const other = await serving(() => ({ json: {} }))
    const leading = await serving(() => ({ status: 302, headers: { Location: `${other.origin}/api/` } }))
    const huge = await serving(() => ({ text: `{"results":["${'x'.repeat(17_000_000)}"],"next":null}` }))
    const values = await serving(() => ({ text: `{"results":[${'0,'.repeat(1_100_000)}0],"next":null}` }))
    const long = await serving(() => ({
      text: JSON.stringify({
        results: Array.from({ length: 501 }, () => ({ url: 'http://a/1' })),
        next: null,
      }),
    }))
    const here = `${server.origin}/sub`
    const cases: [address: string, token: string, words: RegExp][] = [
      [here, 'wrong', /doesn’t accept this token/],
      [here, 'line\nbreak', /Enter all of: API token/],
      [here, '', /Enter all of: API token/],
      ['', TOKEN, /Enter the full web address/],
      ['ftp://example.org', TOKEN, /Enter the full web address/],
      ['http://ann:pw@127.0.0.1', TOKEN, /without a user name/],
      [server.origin, TOKEN, /There is no linkding at this address/],
      [page.origin, TOKEN, /There is no linkding at this address/],
      ['http://127.0.0.1:1', TOKEN, /can’t be reached/],
      ['http://127.0.0.1:22', TOKEN, /may not connect to this address/],
      [leading.origin, TOKEN, /sends on to another address, http:\/\/127\.0\.0\.1/],
      [huge.origin, TOKEN, /answer is too large/],
      [long.origin, TOKEN, /answer is too large/],
      [values.origin, TOKEN, /There is no linkding at this address/],
    ]
    for (const [address, token, words] of cases) {
      const response = await read(person, 'linkding', { address, fields: { token } })
      assert.match(response.text, words)
      assert.ok(response.url.includes('/import?flash='), response.url)
      const form = response.forms.find(({ fields }) => fields['service'] === 'linkding')
      // What was typed is there again, but no secret.
      assert.equal(form?.fields['address'], address)
      assert.equal(form?.fields['token'] ?? '', '')
      assert.ok(!response.text.includes(TOKEN))
    }
    assert.deepEqual(other.requests, [], 'no redirect carries the token to another server')
    const { db } = service().running.services
    const accountId = await accountIdOf(service(), person.email)
    assert.deepEqual(await db.rows('SELECT id FROM imports WHERE account_id = ?', accountId), [])
  })

  it('retries a page, is interrupted when retrying is useless, and continues with a new token', async () => {
    const known = links('again', 6)
    const { answer } = PROGRAMS['readeck']!
    const answering = answer(known)
    let isDown = true
    let isRevoked = true
    const server = await serving((url, request, body) => {
      const offset = url.searchParams.get('offset')
      if (offset === '2' && isDown) {
        isDown = false
        return { status: 503, text: '' }
      }
      return offset === '4' && isRevoked ? { status: 401, json: {} } : answering(url, request, body)
    })
    const begun = await read(person, 'readeck', { address: `${server.origin}/sub` })
    const interrupted = await shown(person, begun, /· Interrupted/)
    assert.match(interrupted.text, /4 links read so far/)
    assert.match(interrupted.text, /doesn’t accept this token/)

    const stranger = await signUp(service().baseUrl)
    const path = new URL(interrupted.url, service().baseUrl).pathname
    assert.equal((await stranger.browser.open(path)).status, 404)

    const action = `${path}/service`
    const refused = await person.browser.submit(interrupted, { token: 'wrong' }, { action })
    assert.match(refused.text, /doesn’t accept this token/)
    isRevoked = false
    await person.browser.submit(interrupted, { token: TOKEN }, { action })
    const ready = await shown(person, begun, /Ready to import/)
    assert.match(ready.text, /6 links will be added/)
    const requested = server.requests.map(({ url }) =>
      new URL(url ?? '', 'http://x').searchParams.get('offset'),
    )
    assert.deepEqual(requested, ['0', '2', '2', '4', '4', '4'])
    // Nothing more can be read of it.
    const late = await person.browser.submit(interrupted, { token: TOKEN }, { action })
    assert.match(late.text, /moved on meanwhile/)
  })

  it('continues after its process has ended, and stores no secret', async () => {
    const { services } = service().running
    const known = links('ended', 5)
    const server = await serving(PROGRAMS['linkding']!.answer(known))
    const accountId = await accountIdOf(service(), person.email)
    const access = {
      library: linkding,
      address: `${server.origin}/sub`,
      credentials: { token: TOKEN },
      token: undefined,
    }
    const options = { folders: 'each', unclear: 'unread', tag: null } as const
    // Its other pages are read by nobody.
    const { id } = await startRemoteImport(services, accountId, { access, options })
    const path = `/import/${id}`
    const reading = await person.browser.open(path)
    assert.match(reading.text, /· Reading/)
    assert.ok(!reading.text.includes(`${path}/service`), 'it is not offered to go on while it may be read')
    service().clock.advance(2 * MINUTE)
    const left = await person.browser.open(path)
    assert.match(left.text, /· Interrupted/)
    await person.browser.submit(left, { token: TOKEN }, { action: `${path}/service` })
    assert.match((await shown(person, left, /Ready to import/)).text, /5 links will be added/)

    const rows = [
      await services.db.rows('SELECT * FROM imports'),
      await services.db.rows('SELECT * FROM import_rows'),
      await services.db.rows('SELECT * FROM rate_limits'),
    ]
    assert.ok(!JSON.stringify(rows).includes(TOKEN))
    assert.ok(!service().logged().includes(TOKEN))
  })

  it('can be cancelled while it is being read', async () => {
    const owner = await signUp(service().baseUrl)
    const known = links('cancelled', 6)
    const answering = PROGRAMS['readeck']!.answer(known)
    let isDown = true
    const server = await serving((url, request, body) =>
      url.searchParams.get('offset') === '2' && isDown
        ? { status: 503, text: '' }
        : answering(url, request, body),
    )
    const begun = await read(owner, 'readeck', { address: `${server.origin}/sub` })
    assert.match(begun.text, /2 links read so far/)
    const cancelled = await owner.browser.submit(begun, { transition: 'cancel' })
    isDown = false
    assert.match(cancelled.text, /· Cancelled/)
    const after = await shown(owner, begun, /· Cancelled/)
    assert.match(after.text, /0 links added/)
    // Another may be read, and nobody asks for more of this one.
    await eventually(
      () => read(owner, 'linkding', { address: `${server.origin}/nothing` }),
      ({ text }) => /doesn’t accept|There is no linkding/.test(text),
    )
    assert.ok(!server.requests.some(({ url }) => url?.includes('offset=4')))
  })

  it('stops if a server repeats itself forever', async () => {
    const known = links('forever', 2)
    const answering = PROGRAMS['karakeep']!.answer(known)
    let pages = 0
    const server = await serving((url, request, body) => {
      pages += 1
      const { json } = answering(new URL('/sub/api/v1/bookmarks', url), request, body)
      return { json: { ...(json as object), nextCursor: `at-${pages}` } }
    })
    const ready = await shown(
      person,
      await read(person, 'karakeep', { address: `${server.origin}/sub` }),
      /Ready to import/,
    )
    assert.match(ready.text, /same links again and again/)
    assert.match(ready.text, /2 links will be added/)
    assert.equal(pages, 4)
  })

  it('limits attempts with addresses and tokens', async () => {
    const stranger = await signUp(service().baseUrl)
    let response = await read(stranger, 'linkding', { address: 'http://127.0.0.1:1' })
    for (let tries = 0; tries < 40 && response.status === 200; tries++) {
      response = await read(stranger, 'linkding', { address: 'http://127.0.0.1:1' })
    }
    assert.equal(response.status, 429)
    assert.equal((await agent.entity('/queue?state=all')).properties.count, 0)
  })
})
