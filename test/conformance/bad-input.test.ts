import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { type Agent, connectAgent, type Entity, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { checkProblem, checkProblemText } from '../support/problem-check.ts'
import { type RawResponse, rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linkOf } from '../support/siren-check.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MEGABYTE = 1024 * 1024
const NOT_TEXT = [1, 0, -1.5, true, false, {}, { a: 1 }, [], [1], [['a']]]

/** Links that are not saved, each with the kind of problem it is. */
const REFUSED_LINKS: unknown[] = [
  'javascript:alert(1)',
  'data:text/html,<p>hello',
  'ftp://example.org/x',
  'file:///etc/passwd',
  'mailto:a@example.org',
  'about:blank',
  'blob:https://example.org/x',
  'view-source:https://example.org/',
  'https:',
  'http://',
  'https://',
  'https:///',
  'http://:80/',
  '//example.org/x',
  'example.org/x',
  '/queue',
  'not a link',
  'http://exa mple.org/',
  'http://example.org:99999/',
  'http://example.org:abc/',
  'http://[::1',
  'http://[::zz]/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://exa%00mple.org/',
  'http://exa<mple>.org/',
  'https://user@example.org/',
  'https://user:pass@example.org/',
  'https://:pass@example.org/',
  `http://127.0.0.1:9/${'a'.repeat(4078)}`,
  `http://127.0.0.1:9/${'é'.repeat(1000)}`,
  `http://127.0.0.1:9/${'a'.repeat(64 * 1024)}`,
]

onBothEngines('Bad input', (service) => {
  let agent: Agent
  let other: Agent
  let item: Entity
  let href: string

  before(async () => {
    const { baseUrl } = service()
    agent = await connectAgent(baseUrl, await signUp(baseUrl))
    other = await connectAgent(baseUrl, await signUp(baseUrl))
    for (const path of ['a', 'b', 'c']) await agent.save({ url: deadLink(path), tags: ['kept'] })
    item = await agent.save({ url: deadLink('item'), title: 'Item', note: 'Note', tags: ['x'] })
    href = linkOf(item, 'self')!
  })

  /** Everything that a refused request must leave as it is. */
  async function everything(): Promise<Entity[]> {
    return [await agent.entity('/queue?state=all&limit=100'), await agent.entity('/queue?state=removed')]
  }

  async function unchanged(work: () => Promise<unknown>): Promise<void> {
    const before = await everything()
    await work()
    assert.deepEqual(await everything(), before)
  }

  function post(
    path: string,
    body: string | Buffer,
    { type = JSON_TYPE, method = 'POST' }: { type?: string; method?: string } = {},
  ): Promise<RawResponse> {
    return rawRequest(service().baseUrl, path, {
      method,
      headers: { authorization: `Bearer ${agent.access}`, 'content-type': type },
      body,
    })
  }

  function refused(response: RawResponse, ...statuses: number[]): Entity {
    assert.ok(statuses.includes(response.status), `${response.status}: ${response.text.slice(0, 500)}`)
    const contentType = String(response.headers['content-type'])
    return checkProblemText(response.text, { contentType, status: response.status }, service().baseUrl)
  }

  const save = (members: Record<string, unknown>) => post('/queue', JSON.stringify(members))

  describe('in a body', () => {
    const broken = ['{', '{"url":', '"', "{'url':1}", '{"url":"x",}', 'url=x', '\ufeff\ufeff{}', 'NaN', '[1,']
    for (const body of broken) {
      it(`refuses the broken JSON ${JSON.stringify(body)}`, () =>
        unchanged(async () => {
          refused(await post('/queue', body), 400)
          refused(await post(new URL(href).pathname, body, { method: 'PATCH' }), 400)
          refused(await post(`${new URL(href).pathname}/mark-read`, body, { method: 'PUT' }), 400)
        }))
    }

    for (const body of ['[]', '1', '"text"', 'null', 'true', '[{"url":"http://127.0.0.1:9/x"}]']) {
      it(`refuses ${body}, which is not a JSON object`, () =>
        unchanged(async () => {
          refused(await post('/queue', body), 400)
          refused(await post(`${new URL(href).pathname}/mark-read`, body, { method: 'PUT' }), 400)
        }))
    }

    for (const field of ['url', 'title', 'tags', 'note', 'reason']) {
      it(`refuses anything but a string as ${field}`, () =>
        unchanged(async () => {
          for (const value of NOT_TEXT) {
            const isEmptyList = Array.isArray(value) && value.length === 0
            if (isEmptyList && field !== 'url') continue
            const problem = refused(await save({ url: deadLink('wrong-type'), [field]: value }), 422)
            assert.deepEqual(
              problem.errors.map((mistake: Entity) => mistake.pointer),
              [`#/${field}`],
            )
            assert.equal(problem.type, `${service().baseUrl}/problems/invalid-input`)
          }
        }))
    }

    it('refuses anything but a string in every field of an item', () =>
      unchanged(async () => {
        const path = new URL(href).pathname
        for (const value of NOT_TEXT.filter((value) => !Array.isArray(value) || value.length > 0)) {
          for (const field of ['title', 'note']) {
            refused(await post(path, JSON.stringify({ [field]: value }), { method: 'PATCH' }), 422)
          }
          for (const action of ['tag-item', 'untag-item']) {
            refused(await post(`${path}/${action}`, JSON.stringify({ tag: value }), { method: 'PUT' }), 422)
          }
        }
      }))

    it('refuses invalid lists of links, and says which entry is wrong', () =>
      unchanged(async () => {
        const good = deadLink('good')
        const lists: [links: unknown, pointers: string[]][] = [
          [1, ['#/links']],
          [{}, ['#/links']],
          [true, ['#/links']],
          [[], ['#/links']],
          ['', ['#/links']],
          [null, ['#/links']],
          [[1], ['#/links/0']],
          [[good, null], ['#/links/1']],
          [[good, []], ['#/links/1']],
          [[good, {}], ['#/links/1/url']],
          [[good, ''], ['#/links/1/url']],
          [[{ url: good, tags: 1 }], ['#/links/0/tags']],
          [
            [good, 'ftp://x/', { url: good, title: 7 }],
            ['#/links/1/url', '#/links/2/title'],
          ],
          [`${good}\nnonsense`, ['#/links/1/url']],
          [Array.from({ length: 101 }, (_, index) => deadLink(`many-${index}`)), ['#/links']],
        ]
        for (const [links, pointers] of lists) {
          const problem = refused(await post('/queue/save-links', JSON.stringify({ links })), 422)
          assert.deepEqual(
            problem.errors.map((mistake: Entity) => mistake.pointer),
            pointers,
          )
        }
      }))

    it('points at every error at once', () =>
      unchanged(async () => {
        const problem = refused(await save({ url: 'ftp://x/', title: 1, tags: ['a'.repeat(51)] }), 422)
        assert.deepEqual(
          problem.errors.map((mistake: Entity) => mistake.pointer),
          ['#/url', '#/title', '#/tags'],
        )
      }))

    it('refuses texts that are too long, and accepts those that just fit', async () => {
      await unchanged(async () => {
        const tooLong: [string, unknown][] = [
          ['title', 'a'.repeat(501)],
          ['note', 'a'.repeat(5001)],
          ['reason', 'a'.repeat(501)],
          ['tags', ['a'.repeat(51)]],
          ['tags', Array.from({ length: 31 }, (_, index) => `t${index}`)],
        ]
        for (const [field, value] of tooLong) {
          const problem = refused(await save({ url: deadLink('too-long'), [field]: value }), 422)
          assert.equal(problem.errors[0].pointer, `#/${field}`)
        }
      })
      const fitting = await other.save({
        url: `http://127.0.0.1:9/${'a'.repeat(4077)}`,
        title: 't'.repeat(500),
        note: 'ü'.repeat(5000),
        reason: 'r'.repeat(500),
        tags: Array.from({ length: 30 }, (_, index) => String(index).padStart(50, '0')),
      })
      assert.equal(fitting.properties.url.length, 4096)
      assert.equal(fitting.properties.tags.length, 30)
      const names = fitting.actions.map((action: Entity) => action.name)
      assert.equal(names.includes('tag-item'), false, 'no room for another tag')
    })

    it('refuses bytes that are not UTF-8', () =>
      unchanged(async () => {
        const url = deadLink('bytes')
        for (const bytes of [
          [0xff],
          [0xc3, 0x28],
          [0xed, 0xa0, 0x80],
          [0xf8, 0x88, 0x80, 0x80],
          [0xe2, 0x82],
        ]) {
          const json = Buffer.concat([
            Buffer.from(`{"url":"${url}","title":"`),
            Buffer.from(bytes),
            Buffer.from('"}'),
          ])
          refused(await post('/queue', json), 400)
          const form = Buffer.concat([Buffer.from(`url=${url}&title=`), Buffer.from(bytes)])
          refused(await post('/queue', form, { type: FORM_TYPE }), 400)
          const escaped = bytes.map((byte) => `%${byte.toString(16)}`).join('')
          refused(await post('/queue', `url=${url}&title=${escaped}`, { type: FORM_TYPE }), 400)
          refused(await post('/queue', `url=${url}&${escaped}=x`, { type: FORM_TYPE }), 400)
        }
      }))

    it('refuses NUL, other control characters and lone surrogates in every text', () =>
      unchanged(async () => {
        const url = deadLink('controls')
        for (const text of [
          'a\u0000b',
          '\u0001',
          'a\u001f',
          '\u007f',
          '\ud800',
          'a\udc00b',
          '\udc00\ud800',
        ]) {
          for (const field of ['title', 'note', 'reason', 'tags']) {
            refused(await save({ url, [field]: text }), 422)
          }
          refused(await save({ url: url + text }), 422)
          refused(await save({ url, tags: ['fine', text] }), 422)
          refused(
            await post(new URL(href).pathname, JSON.stringify({ note: text }), { method: 'PATCH' }),
            422,
          )
        }
        refused(await post('/queue', `url=${url}&title=a%00b`, { type: FORM_TYPE }), 422)
        refused(await post('/queue', `url=${url}%00`, { type: FORM_TYPE }), 422)
      }))

    it('refuses repeated form fields, except tags', () =>
      unchanged(async () => {
        const url = encodeURIComponent(deadLink('double'))
        for (const body of [
          `url=${url}&url=${url}`,
          `url=${url}&title=a&title=b`,
          `url=${url}&title=a&t%69tle=b`,
          `url=${url}&stray=1&stray=2`,
        ]) {
          refused(await post('/queue', body, { type: FORM_TYPE }), 400)
        }
      }))

    it('refuses unknown members, whatever their name, and suggests the right one', () =>
      unchanged(async () => {
        const detailOf = (response: RawResponse): string => JSON.parse(response.text).detail
        const strays =
          '{"url":"http://127.0.0.1:9/stray","savedBy":"me","__proto__":{"title":"polluted","admin":true},"constructor":{"prototype":{"x":1}},"toString":null}'
        const response = await post('/queue', strays)
        refused(response, 422)
        assert.deepEqual(
          JSON.parse(response.text).errors.map(({ pointer }: { pointer: string }) => pointer),
          ['#/savedBy', '#/__proto__', '#/constructor', '#/toString'],
        )
        assert.equal(({} as Record<string, unknown>)['admin'], undefined)
        for (const body of ['__proto__=x&url=', 'hasOwnProperty=1&__proto__[url]=x', 'constructor=1']) {
          refused(await post('/queue', body, { type: FORM_TYPE }), 422)
        }
        const item = new URL(href).pathname
        const wrong: [path: string, method: string, body: string, detail: string][] = [
          [
            item,
            'PATCH',
            '{"tags":["a"]}',
            'There is no member "tags" here. It belongs to save-link. "edit-item" takes title, note, append.',
          ],
          [
            item,
            'PATCH',
            '{"titel":"A"}',
            'There is no member "titel" here. Did you mean "title"? "edit-item" takes title, note, append.',
          ],
          [item, 'PATCH', '{}', 'Nothing to change was given. Give a "title", a "note" or "append".'],
          [
            `${item}/mark-read`,
            'PUT',
            '{"state":"read"}',
            'There is no member "state" here. "mark-read" takes no members.',
          ],
        ]
        for (const [path, method, body, detail] of wrong) {
          const response = await post(path, body, { method })
          refused(response, 422)
          assert.equal(detailOf(response), detail)
        }
        const links = '{"links":[{"url":"http://127.0.0.1:9/a","why":"x"}]}'
        const several = await post('/queue/save-links', links)
        refused(several, 422)
        assert.equal(detailOf(several), 'There is no member "why" here. Did you mean "reason"?')
      }))

    it('refuses JSON that is nested a hundred thousand deep', () =>
      unchanged(async () => {
        const depth = 100_000
        const lists = '['.repeat(depth) + ']'.repeat(depth)
        const objects = `${'{"url":'.repeat(depth)}1${'}'.repeat(depth)}`
        for (const body of [lists, objects, `{"url":${lists}}`, `{"links":${lists}}`, `{"tags":${lists}}`]) {
          refused(await post('/queue', body), 413)
          refused(await post('/queue/save-links', body), 413)
        }
      }))

    it('refuses a body that is larger than any limit with 413 and does not hang', () =>
      unchanged(async () => {
        const { baseUrl } = service()
        // A page may come with a saved link.
        const [some, most] = [10 * MEGABYTE, 40 * MEGABYTE]
        const headers = { authorization: `Bearer ${agent.access}`, 'content-type': JSON_TYPE }
        const paths = ['/queue', '/queue/save-links', new URL(`${href}/mark-read`).pathname]
        for (const path of paths) {
          const method = path.endsWith('mark-read') ? 'PUT' : 'POST'
          const size = path === '/queue' ? most : some
          const body = Buffer.alloc(size, ' ')
          refused(await rawRequest(baseUrl, path, { method, headers, body }), 413)
          const chunks = Array.from({ length: size / (64 * 1024) }, () => Buffer.alloc(64 * 1024, ' '))
          refused(await rawRequest(baseUrl, path, { method, headers, body: chunks }), 413)
          await checkProblem(await fetch(baseUrl + path, { method, headers, body }), 413, baseUrl)
        }
        await agent.entity('/queue')
      }))

    it('responds before it closes the connection of a client that goes on sending', async () => {
      const { hostname, port, host } = new URL(service().baseUrl)
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      let answer = ''
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      const ended = new Promise((resolve) => socket.on('end', resolve))
      socket.write(
        `POST /queue/save-links HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${agent.access}\r\n` +
          `Content-Type: ${JSON_TYPE}\r\nContent-Length: ${10 * MEGABYTE}\r\n\r\n`,
      )
      const piece = Buffer.alloc(64 * 1024, ' ')
      for (let sent = 0; sent < 10 * MEGABYTE; sent += piece.length) {
        if (!socket.write(piece)) await once(socket, 'drain')
      }
      await ended
      socket.destroy()
      assert.match(answer, /^HTTP\/1\.1 413 /)
    })
  })

  describe('in a link', () => {
    for (const url of REFUSED_LINKS) {
      const shown = String(url).slice(0, 60)
      it(`refuses ${JSON.stringify(shown)}`, () =>
        unchanged(async () => {
          const problem = refused(await save({ url }), 422)
          assert.equal(problem.type, `${service().baseUrl}/problems/unsupported-link`)
          assert.equal(problem.errors[0].pointer, '#/url')
          refused(await post('/queue/save-links', JSON.stringify({ links: [deadLink('ok'), url] })), 422)
        }))
    }
  })

  describe('in a query', () => {
    const queries: [query: string, status: number][] = [
      ['limit=0', 422],
      ['limit=-1', 422],
      ['limit=101', 422],
      ['limit=99999999999999999999999', 422],
      ['limit=1.5', 422],
      ['limit=1e1', 422],
      ['limit=ten', 422],
      ['limit=%D9%A1', 422],
      ['limit=Infinity', 422],
      ['limit=25%20', 422],
      ['state=nothing', 422],
      ['state=UNREAD', 422],
      ['state=__proto__', 422],
      ['state=constructor', 422],
      ['tag=a,b', 422],
      ['tag=%00', 422],
      ['tag=%23', 422],
      [`tag=${'a'.repeat(51)}`, 422],
      ['site=%00', 422],
      [`site=${'a'.repeat(256)}`, 422],
      ['q=%00', 422],
      [`q=${'a'.repeat(501)}`, 422],
      ['limit=5&limit=6', 400],
      ['after=a&after=b', 400],
      ['unknown=1&unknown=2', 400],
      ['tag=%FF', 400],
      ['tag=%C3%28', 400],
      ['%FF=1', 400],
      ['unknown=%ED%A0%80', 400],
      ['after=x', 400],
      ['after=%00', 400],
      ['after=..%2F..%2Fetc', 400],
      ['after=null', 400],
      [`after=${'A'.repeat(10_000)}`, 400],
      [`after=${Buffer.from('["after",1,"x"]').toString('base64url')}`, 400],
      [`after=${Buffer.from('["after",1,"x"]').toString('base64url')}AAAAAAAAAAAAAAAA`, 400],
      ['after=%F0%9F%92%A9', 400],
    ]
    for (const [query, status] of queries) {
      it(`answers ?${query.slice(0, 60)} with ${status}`, async () => {
        const response = await rawRequest(service().baseUrl, `/queue?${query}`, {
          headers: { authorization: `Bearer ${agent.access}` },
        })
        refused(response, status)
      })
    }

    it('refuses unknown parameters everywhere, but accepts those used for tracking', async () => {
      const item = new URL(href).pathname
      const wrong: [path: string, detail: string][] = [
        [
          '/queue?query=x',
          'There is no parameter "query" here. Did you mean "q"? This address takes q, state, tag, site, sort, limit, after.',
        ],
        [
          '/queue?page=2',
          'There is no parameter "page" here. Did you mean "after"? This address takes q, state, tag, site, sort, limit, after.',
        ],
        [
          '/queue?__proto__=2',
          'There is no parameter "__proto__" here. Pages follow each other by the link "next". This address takes q, state, tag, site, sort, limit, after.',
        ],
        [`${item}?limit=nothing`, 'There is no parameter "limit" here. This address takes no parameters.'],
        [`${item}/content?page=2`, 'There is no parameter "page" here. This address takes no parameters.'],
        [
          '/queue/changes?cursor=1',
          'There is no parameter "cursor" here. Did you mean "after"? This address takes after, wait, limit.',
        ],
      ]
      for (const [path, detail] of wrong) {
        const response = await rawRequest(service().baseUrl, path, {
          headers: { authorization: `Bearer ${agent.access}` },
        })
        refused(response, 422)
        assert.equal(JSON.parse(response.text).detail, detail)
      }
      const plain = await agent.entity('/queue')
      assert.deepEqual(await agent.entity('/queue?utm_source=mail&fbclid=1&q'), plain)
      assert.deepEqual(await agent.entity(`${href}?utm_campaign=x`), await agent.entity(href))
    })

    it('refuses a malformed query everywhere, and changes nothing', () =>
      unchanged(async () => {
        for (const query of ['a=1&a=2', 'a=%FF', '%C3=1']) {
          const path = new URL(href).pathname
          const headers = { authorization: `Bearer ${agent.access}` }
          refused(await rawRequest(service().baseUrl, `${path}?${query}`, { headers }), 400)
          refused(await post(`/queue?${query}`, JSON.stringify({ url: deadLink('query') })), 400)
          refused(await post(`${path}/mark-read?${query}`, '', { method: 'PUT' }), 400)
          refused(await post(`${path}?${query}`, '', { method: 'DELETE' }), 400)
        }
      }))

    it('accepts a cursor only in the list that it came from', async () => {
      const list = await agent.entity('/queue?limit=1')
      const next = new URL(linkOf(list, 'next')!)
      const cursor = next.searchParams.get('after')!
      assert.equal((await agent.entity(next.href)).entities.length, 1)
      const elsewhere = [
        `/queue?after=${cursor}&state=all`,
        `/queue?after=${cursor}&state=removed`,
        `/queue?after=${cursor}&tag=kept`,
        `/queue?after=${cursor}&site=127.0.0.1`,
        `/queue?after=${cursor}&q=kept`,
        `/queue?after=${cursor.slice(0, -1)}`,
        `/queue?after=${cursor.slice(1)}`,
        `/queue?after=${cursor.slice(0, 10)}`,
        `/queue?after=${cursor}A`,
        `/queue?after=${cursor.toUpperCase()}`,
        `/queue?after=${cursor.slice(0, -2)}%20%20`,
      ]
      for (const path of elsewhere) await checkProblem(await agent.call(path), 400, service().baseUrl)
      await checkProblem(await other.call(`/queue?after=${cursor}`), 400, service().baseUrl)
      assert.equal((await agent.entity(`/queue?after=${cursor}&limit=2`)).entities.length, 2)
    })
  })

  describe('in a path', () => {
    const ids = [
      'none',
      '00000000-0000-7000-8000-000000000000',
      '%00',
      '%FF',
      '%C3%28',
      '%ED%A0%80',
      'a%00b',
      '..%2F..%2Fqueue',
      '%2e%2e%2f',
      "'%20OR%201=1--",
      '__proto__',
      'a'.repeat(20_000),
      '%F0%9F%92%A9',
      '%',
      '%zz',
    ]
    for (const id of ids) {
      it(`answers 4xx to the item "${id.slice(0, 40)}"`, () =>
        unchanged(async () => {
          const headers = { authorization: `Bearer ${agent.access}` }
          const { baseUrl } = service()
          const path = Buffer.from(`/queue/items/${id}`).toString('latin1')
          refused(await rawRequest(baseUrl, path, { headers }), 400, 404)
          refused(await rawRequest(baseUrl, path, { method: 'DELETE', headers }), 400, 404)
          refused(await rawRequest(baseUrl, `${path}/mark-read`, { method: 'PUT', headers }), 400, 404)
          refused(await post(`${path}/tag-item`, '{"tag":"x"}', { method: 'PUT' }), 400, 404)
        }))
    }

    it('responds to another account’s item as to one that never existed, word for word', async () => {
      const unknown = href.replace(item.properties.id, '00000000-0000-7000-8000-000000000000')
      const required: Record<string, Record<string, string>> = {
        'tag-item': { tag: 'x' },
        'highlight-item': { quote: 'x' },
      }
      for (const action of [undefined, ...item.actions.map((action: Entity) => action.name)]) {
        const ask = async (address: string) => {
          const moved = JSON.parse(JSON.stringify(item).replaceAll(href, address)) as Entity
          const response =
            action === undefined
              ? await other.call(address)
              : await submitAction(other, moved, { name: action, fields: required[action] ?? {} })
          const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
          return { status: response.status, headers, text: await response.text() }
        }
        const answer = await ask(href)
        assert.equal(answer.status, 404)
        assert.deepEqual(answer, await ask(unknown))
      }
      assert.deepEqual(await agent.entity(href), item)
    })
  })

  describe('of any kind', () => {
    it('gets a response in the documented format, and never a 5xx', { timeout: 120_000 }, async () => {
      const { baseUrl } = service()
      const fuzzed = await connectAgent(baseUrl, await signUp(baseUrl))
      const saved: string[] = []
      for (const path of ['f1', 'f2', 'f3']) {
        saved.push((await fuzzed.save({ url: deadLink(path) })).properties.id)
      }
      const cursor = new URL(linkOf(await fuzzed.entity('/queue?limit=1'), 'next')!).searchParams.get(
        'after',
      )!
      await fc.assert(
        fc.asyncProperty(requests(saved, cursor), async ({ method, path, headers, body }) => {
          const response = await rawRequest(baseUrl, path, {
            method,
            headers: { authorization: `Bearer ${fuzzed.access}`, ...headers },
            ...(body === undefined ? {} : { body }),
          })
          checkAnswer(response, method, baseUrl)
        }),
        { numRuns: 1500 },
      )
      const everyItem = await fuzzed.entity('/queue?state=all&limit=100')
      const { unread, read } = everyItem.properties.totals
      if (unread + read <= 100) assert.equal(everyItem.entities.length, unread + read)
      assert.equal(service().logged().includes('by a bug'), false, service().logged())
    })
  })
})

function checkAnswer(response: RawResponse, method: string, baseUrl: string): void {
  assert.ok(response.status < 500, `${response.status}: ${response.text}`)
  const contentType = String(response.headers['content-type'])
  if (response.status >= 400 && method !== 'HEAD') {
    checkProblemText(response.text, { contentType, status: response.status }, baseUrl)
  } else if (response.text !== '') {
    assert.ok(['application/vnd.siren+json', 'application/json'].includes(contentType), contentType)
    const headers = new Headers({ link: String(response.headers.link ?? '') })
    headers.set('content-type', 'application/vnd.siren+json')
    checkSiren(new Response(null, { headers }), JSON.parse(response.text), baseUrl)
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type FuzzedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** Requests between almost right and wholly wrong, to every address of the queue. */
function requests(ids: string[], cursor: string): fc.Arbitrary<FuzzedRequest> {
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', '%', '#', ',', 'ä'.repeat(600)),
  )
  const link = fc.oneof(
    { weight: 3, arbitrary: fc.nat(40).map((index) => deadLink(`fuzz-${index}`)) },
    anyText.map((text) => deadLink(text)),
    anyText,
  )
  const value = fc.oneof(anyText, link, fc.jsonValue({ maxDepth: 3 }))
  const tags = fc.oneof(anyText, fc.array(anyText, { maxLength: 35 }), value)
  const members = fc.record(
    {
      url: fc.oneof({ weight: 4, arbitrary: link }, value),
      title: value,
      tags,
      note: value,
      reason: value,
      tag: fc.oneof(anyText, value),
      links: fc.oneof(fc.array(fc.oneof(link, fc.record({ url: link, tags })), { maxLength: 5 }), value),
    },
    { requiredKeys: [] },
  )
  const form = members.map((fields) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value).toWellFormed())}`)
      .join('&'),
  )
  const body = fc.oneof(
    { weight: 4, arbitrary: members.map((fields) => ({ type: JSON_TYPE, body: JSON.stringify(fields) })) },
    { weight: 2, arbitrary: form.map((text) => ({ type: FORM_TYPE, body: text })) },
    anyText.map((text) => ({ type: JSON_TYPE, body: text })),
    fc.uint8Array().map((bytes) => ({ type: FORM_TYPE, body: Buffer.from(bytes) })),
    fc.constant({ type: undefined, body: undefined }),
    anyText.map((text) => ({ type: 'text/plain', body: text })),
  )
  const segment = anyText.map((text) => encodeURIComponent(text.toWellFormed()))
  const id = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, segment)
  const action = fc.constantFrom(
    'mark-read',
    'mark-unread',
    'favourite-item',
    'unfavourite-item',
    'tag-item',
    'untag-item',
    'restore-item',
    'edit-item',
    'ask-agent',
    'answer-request',
    'highlight-item',
    'edit-highlight',
    'remove-highlight',
    'remove-item',
    'nothing',
  )
  const path = fc.oneof(
    fc.constantFrom('/queue', '/queue', '/queue/save-links', '/queue/save-link', '/queue/'),
    id.map((id) => `/queue/items/${id}`),
    fc.tuple(id, action).map(([id, action]) => `/queue/items/${id}/${action}`),
    segment.map((text) => `/queue/${text}`),
  )
  const queryValue = fc.oneof(
    segment,
    fc.constantFrom('all', 'read', 'removed', 'unread', '1', '100', cursor, '%FF', '%00'),
  )
  const query = fc.array(
    fc.tuple(fc.constantFrom('q', 'state', 'tag', 'site', 'limit', 'after', 'x'), queryValue),
    {
      maxLength: 3,
    },
  )
  const header = fc.constantFrom('*', '"x"', 'W/"1"', '', 'nonsense', '"', ',')
  const headers = fc.record(
    {
      accept: fc.constantFrom('*/*', 'application/json', 'application/vnd.siren+json', 'text/html', ';q=x,,'),
      'if-match': header,
      'if-none-match': header,
    },
    { requiredKeys: [] },
  )
  return fc
    .record({
      method: fc.constantFrom(
        'GET',
        'GET',
        'POST',
        'POST',
        'PUT',
        'PUT',
        'PATCH',
        'DELETE',
        'HEAD',
        'OPTIONS',
      ),
      path,
      query,
      headers,
      body,
    })
    .map(({ method, path, query, headers, body }) => {
      const parameters = query.map(([name, value]) => `${name}=${value}`).join('&')
      return {
        method,
        path: parameters ? `${path}?${parameters}` : path,
        headers: { ...headers, ...(body.type === undefined ? {} : { 'content-type': body.type }) },
        body: method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : body.body,
      }
    })
}
