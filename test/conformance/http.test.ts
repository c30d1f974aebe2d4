import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Agent, connectAgent, type Entity, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { checkProblem, checkProblemText } from '../support/problem-check.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linkOf, linksOfHeader } from '../support/siren-check.ts'

const SIREN = 'application/vnd.siren+json'
const JSON_TYPE = 'application/json'
const KETTING =
  'application/prs.hal-forms+json;q=1.0, application/hal+json;q=0.9, application/vnd.api+json;q=0.8, application/vnd.siren+json;q=0.8, application/vnd.collection+json;q=0.8, application/json;q=0.7, text/html;q=0.6'
const CHROMIUM =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'

/** What an Accept header gets on the queue API; null is 406. */
const NEGOTIATIONS: [accept: string, type: string | null][] = [
  ['', SIREN],
  ['*/*', SIREN],
  ['application/*', SIREN],
  ['application/vnd.siren+json', SIREN],
  ['APPLICATION/VND.SIREN+JSON', SIREN],
  ['application/vnd.siren+json;q=0.1', SIREN],
  ['application/json', JSON_TYPE],
  ['application/json, application/vnd.siren+json', SIREN],
  ['application/json, application/vnd.siren+json;q=0.9', JSON_TYPE],
  ['application/json;q=0.5, application/*;q=0.9', SIREN],
  ['application/*;q=.5,text/html;q=.1', SIREN],
  ['application/vnd.siren+json;q=0, */*', JSON_TYPE],
  ['application/vnd.siren+json;q=0, application/*;q=0.3', JSON_TYPE],
  ['text/html, */*;q=0.1', SIREN],
  ['text/html;q=0.9,application/json;q=0.1', JSON_TYPE],
  [KETTING, SIREN],
  [CHROMIUM, SIREN],
  ['text/html', null],
  ['image/png', null],
  ['text/*', null],
  ['application/hal+json', null],
  ['*/*;q=0', null],
  ['application/*;q=0, */*;q=1', null],
  ['application/vnd.siren+json;q=0', null],
  ['application/vnd.siren+json;q=0, application/json;q=0, */*;q=0.5', null],
  ['nonsense', null],
]

onBothEngines('HTTP on the queue API', (service) => {
  let agent: Agent
  let item: Entity
  let href: string

  before(async () => {
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    item = await agent.save({ url: deadLink('http'), tags: ['t'] })
    href = linkOf(item, 'self')!
  })

  const raw = (path: string, init: Parameters<typeof rawRequest>[2] = {}) =>
    rawRequest(service().baseUrl, path, {
      ...init,
      headers: { authorization: `Bearer ${agent.access}`, ...init.headers },
    })

  describe('negotiation', () => {
    it('sends Siren if there is no Accept header', async () => {
      const response = await raw('/queue')
      assert.equal(response.status, 200)
      assert.equal(response.headers['content-type'], SIREN)
    })

    for (const [accept, type] of NEGOTIATIONS) {
      it(`responds to "${accept.slice(0, 70)}" with ${type ?? '406'}`, async () => {
        for (const path of ['/queue', new URL(href).pathname]) {
          const response = await raw(path, { headers: { accept } })
          if (type === null) {
            const contentType = String(response.headers['content-type'])
            const problem = checkProblemText(response.text, { contentType, status: 406 }, service().baseUrl)
            assert.equal(response.status, 406)
            assert.match(problem.detail, /application\/vnd\.siren\+json and application\/json/)
          } else {
            assert.equal(response.status, 200)
            assert.equal(response.headers['content-type'], type)
          }
        }
      })
    }

    it('refuses a change before making it if the response would not be acceptable', async () => {
      const response = await agent.call('/queue', {
        method: 'POST',
        headers: { accept: 'text/html', 'content-type': JSON_TYPE },
        body: JSON.stringify({ url: deadLink('not-acceptable') }),
      })
      await checkProblem(response, 406, service().baseUrl)
      const queue = await agent.entity('/queue')
      assert.equal(JSON.stringify(queue).includes('not-acceptable'), false)
    })

    it('sends the same entity as Siren and as JSON', async () => {
      const response = await agent.call('/queue', { headers: { accept: JSON_TYPE } })
      assert.equal(response.headers.get('content-type'), JSON_TYPE)
      assert.deepEqual(await response.json(), await agent.entity('/queue'))
    })

    it('sends errors as problems also to those who accept only Siren', async () => {
      await checkProblem(
        await agent.call('/queue/items/none', { headers: { accept: SIREN } }),
        404,
        service().baseUrl,
      )
    })

    it('sends the web app to a browser without a token, and a 401 to other clients', async () => {
      const { baseUrl } = service()
      const browser = await rawRequest(baseUrl, '/queue', { headers: { accept: CHROMIUM } })
      assert.equal(browser.status, 303)
      const program = await rawRequest(baseUrl, '/queue', { headers: { accept: KETTING } })
      assert.equal(program.status, 401)
      const nobody = await rawRequest(baseUrl, '/queue')
      assert.equal(nobody.status, 401)
      assert.equal(nobody.headers['content-type'], 'application/problem+json')
    })

    it('redirects a browser to a page of this service, however the address is spelled', async () => {
      const headers = { accept: CHROMIUM }
      for (const before of ['//evil.org/%2e%2e/%2e%2e', '///evil.org/../../..', '/\\evil.org/%2e%2e']) {
        const response = await rawRequest(service().baseUrl, `${before}/queue/items/1/content`, { headers })
        assert.match(String(response.headers['location'] ?? '/'), /^\/(?![/\\])/, before)
      }
    })
  })

  describe('methods', () => {
    it('answers HEAD with the headers of GET and no body', async () => {
      for (const path of ['/queue', '/queue?limit=1', new URL(href).pathname]) {
        const [head, get] = [
          await raw(path, { method: 'HEAD', headers: { accept: SIREN } }),
          await raw(path, { headers: { accept: SIREN } }),
        ]
        assert.equal(head.status, 200)
        assert.equal(head.text, '')
        for (const name of Object.keys(get.headers)) {
          // Those of one answer alone; RFC 9110 §9.3.2 lets HEAD leave out the length.
          if (['date', 'x-request-id', 'content-length', 'transfer-encoding'].includes(name)) continue
          assert.deepEqual(head.headers[name], get.headers[name], name)
        }
      }
    })

    it('responds to HEAD for an unknown address with 404 and no body', async () => {
      const response = await raw('/queue/items/none', { method: 'HEAD' })
      assert.equal(response.status, 404)
      assert.equal(response.text, '')
    })

    it('lists the methods of an address in response to OPTIONS, without a token', async () => {
      const { baseUrl } = service()
      const expected: [path: string, allow: string][] = [
        ['/queue', 'GET, POST, HEAD, OPTIONS'],
        ['/queue/save-links', 'POST, OPTIONS'],
        [new URL(href).pathname, 'GET, PATCH, DELETE, HEAD, OPTIONS'],
        [`${new URL(href).pathname}/mark-read`, 'PUT, OPTIONS'],
        [`${new URL(href).pathname}/tag-item`, 'PUT, OPTIONS'],
      ]
      for (const [path, allow] of expected) {
        const response = await rawRequest(baseUrl, path, { method: 'OPTIONS' })
        assert.equal(response.status, 204)
        assert.equal(response.text, '')
        assert.deepEqual(methodsOf(response.headers.allow), methodsOf(allow), path)
      }
    })

    it('allows the method of every action at its address', async () => {
      const queue = await agent.entity('/queue')
      const shown = await agent.entity(href)
      for (const action of [...queue.actions, ...shown.actions]) {
        const response = await fetch(action.href, { method: 'OPTIONS' })
        const allowed = methodsOf(response.headers.get('allow') ?? undefined)
        assert.ok(allowed.includes(action.method), `${action.name}: ${allowed.join()}`)
      }
    })

    it('responds to every other method with 405 and the allowed methods', async () => {
      const path = new URL(href).pathname
      const refused: [method: string, path: string][] = [
        ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].map(
          (name) => [name, '/queue'] as [string, string],
        ),
        ...['GET', 'HEAD', 'PUT', 'DELETE'].map((name) => [name, '/queue/save-links'] as [string, string]),
        ...['POST', 'PUT', 'LOCK'].map((name) => [name, path] as [string, string]),
        ...['GET', 'POST', 'PATCH', 'DELETE'].map((name) => [name, `${path}/mark-read`] as [string, string]),
      ]
      for (const [method, target] of refused) {
        const response = await raw(target, { method })
        const options = await raw(target, { method: 'OPTIONS' })
        assert.equal(response.status, 405, `${method} ${target}`)
        assert.equal(response.headers.allow, options.headers.allow, `${method} ${target}`)
        assert.equal(methodsOf(response.headers.allow).includes(method), false, `${method} ${target}`)
        if (method === 'HEAD') continue
        checkProblemText(
          response.text,
          { contentType: String(response.headers['content-type']), status: 405 },
          service().baseUrl,
        )
      }
    })

    it('responds to unknown addresses with 404 problems', async () => {
      for (const path of [
        '/queue/',
        '/queue/items',
        '/queue/items/',
        '/queue/nothing',
        `${href}/no-action`,
      ]) {
        await checkProblem(await agent.call(path), 404, service().baseUrl)
      }
      await checkProblem(await agent.call(`${href}/nothing`, { method: 'PUT' }), 404, service().baseUrl)
    })
  })

  describe('caching', () => {
    it('keeps responses out of shared caches, and has them revalidated', async () => {
      const { baseUrl } = service()
      const answers = [
        await agent.call('/queue'),
        await agent.call(href),
        await agent.call('/queue/items/none'),
        await fetch(`${baseUrl}/queue`, { headers: { accept: SIREN } }),
      ]
      for (const response of answers) {
        assert.equal(response.headers.get('cache-control'), 'private, no-cache')
        const vary = (response.headers.get('vary') ?? '').split(', ')
        assert.ok(vary.includes('Accept') && vary.includes('Authorization'), vary.join())
      }
    })

    it('responds with 304 without a body while nothing has changed', async () => {
      for (const path of ['/queue', '/queue?state=all&limit=1', new URL(href).pathname]) {
        const etag = (await agent.call(path)).headers.get('etag') ?? ''
        assert.match(etag, /^"[^"]+"$/, 'a strong ETag')
        for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          for (const method of ['GET', 'HEAD']) {
            const response = await agent.call(path, { method, headers: { 'if-none-match': sent } })
            assert.equal(response.status, 304, `${method} ${path} with ${sent}`)
            assert.equal(await response.text(), '')
            assert.equal(response.headers.get('etag'), etag)
            assert.equal(response.headers.get('cache-control'), 'private, no-cache')
            assert.ok(response.headers.get('vary'))
          }
        }
        const other = await agent.call(path, { headers: { 'if-none-match': '"other"' } })
        assert.equal(other.status, 200)
      }
    })

    it('sends another ETag after every change, of the item and of its queue', async () => {
      let current = await agent.save({ url: deadLink('etag') })
      const self = linkOf(current, 'self')!
      const seen = new Set<string>()
      const look = async () => {
        for (const path of [self, '/queue']) {
          const etag = (await agent.call(path)).headers.get('etag')!
          assert.equal(seen.has(path + etag), false, 'this version was never seen before')
          seen.add(path + etag)
        }
      }
      await look()
      for (const name of ['mark-read', 'mark-unread', 'favourite-item', 'unfavourite-item', 'remove-item']) {
        await submitAction(agent, current, { name })
        current = await agent.entity(self)
        await look()
      }
    })

    it('sends different ETags for Siren and JSON, and for two accounts', async () => {
      const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      const etags = [
        await agent.call('/queue'),
        await agent.call('/queue', { headers: { accept: JSON_TYPE } }),
        await other.call('/queue'),
      ].map((response) => response.headers.get('etag'))
      assert.equal(new Set(etags).size, 3)
    })

    it('sends the ETag of the changed item with the response to the change', async () => {
      const saved = await agent.save({ url: deadLink('etag-of-change') })
      const response = await submitAction(agent, saved, { name: 'tag-item', fields: { tag: 'x' } })
      const self = linkOf(saved, 'self')!
      assert.equal(response.headers.get('content-location'), self)
      assert.equal(response.headers.get('etag'), (await agent.call(self)).headers.get('etag'))
    })

    it('makes a change even if If-None-Match says that the queue is known', async () => {
      const etag = (await agent.call('/queue')).headers.get('etag')!
      for (const sent of [etag, '*']) {
        const response = await agent.call('/queue/save-links', {
          method: 'POST',
          headers: { 'content-type': JSON_TYPE, 'if-none-match': sent },
          body: JSON.stringify({ links: [deadLink('if-none-match')] }),
        })
        assert.equal(response.status, 200)
        checkSiren(response, await response.json(), service().baseUrl)
      }
    })

    it('changes an item with If-Match only if its version is the same', async () => {
      const saved = await agent.save({ url: deadLink('if-match') })
      const self = linkOf(saved, 'self')!
      const etag = (await agent.call(self)).headers.get('etag')!
      for (const stale of ['"1-stale"', `W/${etag}`, 'unquoted', '""']) {
        const inputs = {
          'mark-read': {},
          'edit-item': { title: 'Y' },
          'tag-item': { tag: 'x' },
          'remove-item': {},
        }
        for (const [name, input] of Object.entries(inputs)) {
          const response = await submitAction(agent, saved, {
            name,
            fields: input,
            headers: { 'if-match': stale },
          })
          const problem = await checkProblem(response, 412, service().baseUrl)
          assert.equal(problem.type, `${service().baseUrl}/problems/changed-meanwhile`)
        }
      }
      assert.deepEqual(await agent.entity(self), saved)
      const first = await submitAction(agent, saved, {
        name: 'tag-item',
        fields: { tag: 'x' },
        headers: { 'if-match': etag },
      })
      assert.equal(first.status, 200)
      const late = await submitAction(agent, saved, {
        name: 'edit-item',
        fields: { title: 'Late' },
        headers: { 'if-match': etag },
      })
      await checkProblem(late, 412, service().baseUrl)
      const next = first.headers.get('etag')!
      const listed = await submitAction(agent, saved, {
        name: 'mark-read',
        headers: { 'if-match': `"a", ${next}` },
      })
      assert.equal(listed.status, 200)
      assert.equal(
        (await submitAction(agent, saved, { name: 'remove-item', headers: { 'if-match': '*' } })).status,
        204,
      )
    })

    it('accepts exactly one of several callers with the same If-Match', async () => {
      const saved = await agent.save({ url: deadLink('if-match-race') })
      const etag = (await agent.call(linkOf(saved, 'self')!)).headers.get('etag')!
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          submitAction(agent, saved, {
            name: 'tag-item',
            fields: { tag: `t${index}` },
            headers: { 'if-match': etag },
          }),
        ),
      )
      const statuses = responses.map((response) => response.status).sort()
      assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412, 412, 412])
      assert.equal((await agent.entity(linkOf(saved, 'self')!)).properties.tags.length, 1)
    })
  })

  describe('from other origins', () => {
    it('is readable by scripts everywhere, without credentials', async () => {
      const { baseUrl } = service()
      const responses = [
        await agent.call('/queue', { headers: { origin: 'https://elsewhere.example' } }),
        await agent.call(href, { headers: { origin: 'null' } }),
        await agent.call('/queue/items/none', { headers: { origin: 'https://elsewhere.example' } }),
        await agent.call('/queue?limit=0'),
        await agent.call('/queue', { method: 'PUT' }),
        await fetch(`${baseUrl}/queue`, { headers: { accept: SIREN } }),
      ]
      for (const response of responses) {
        assert.equal(response.headers.get('access-control-allow-origin'), '*', `${response.status}`)
        assert.equal(response.headers.get('access-control-allow-credentials'), null)
        const exposed = (response.headers.get('access-control-expose-headers') ?? '')
          .toLowerCase()
          .split(', ')
        for (const name of ['location', 'etag', 'link', 'www-authenticate', 'retry-after']) {
          assert.ok(exposed.includes(name), name)
        }
      }
    })

    it('responds to a preflight without a token with the allowed methods and headers', async () => {
      const response = await fetch(href, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization, content-type, if-match',
        },
      })
      assert.equal(response.status, 204)
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.ok(
        methodsOf(response.headers.get('access-control-allow-methods') ?? undefined).includes('PATCH'),
      )
      const taken = (response.headers.get('access-control-allow-headers') ?? '').split(', ')
      for (const name of ['authorization', 'content-type', 'accept', 'if-match', 'if-none-match', 'prefer']) {
        assert.ok(taken.includes(name), name)
      }
    })
  })

  describe('links', () => {
    it('has the links of the body in the Link header', async () => {
      for (const path of ['l1', 'l2', 'l3']) await agent.save({ url: deadLink(path) })
      const first = await agent.call('/queue?limit=1')
      const firstPage = (await first.json()) as Entity
      const response = await agent.call(linkOf(firstPage, 'next')!)
      const page = checkSiren(response, await response.json(), service().baseUrl)
      const header = linksOfHeader(response.headers.get('link') ?? '')
      assert.equal(header.get('next'), linkOf(page, 'next'))
      assert.equal(header.get('prev'), linkOf(page, 'prev'))
      assert.equal(header.get('first'), `${service().baseUrl}/queue?limit=1`)
      assert.equal(header.get('service-doc'), `${service().baseUrl}/auth.md`)
      assert.ok(linkOf(page, 'next') && linkOf(page, 'prev'))
      assert.equal(linkOf(firstPage, 'prev'), undefined)
    })
  })

  describe('bodies', () => {
    const types: [type: string, body: string, status: number][] = [
      ['application/json', '{"url":"http://127.0.0.1:9/type"}', 200],
      ['application/json; charset=utf-8', '{"url":"http://127.0.0.1:9/type"}', 200],
      ['APPLICATION/JSON;charset=UTF-8', '{"url":"http://127.0.0.1:9/type"}', 200],
      ['application/x-www-form-urlencoded', 'url=http%3A%2F%2F127.0.0.1%3A9%2Ftype', 200],
      [
        'application/x-www-form-urlencoded;charset=UTF-8',
        'url=http%3A%2F%2F127.0.0.1%3A9%2Ftype&title=a+b',
        200,
      ],
      ['text/plain', '{"url":"http://127.0.0.1:9/type"}', 415],
      ['application/vnd.siren+json', '{"url":"http://127.0.0.1:9/type"}', 415],
      ['application/merge-patch+json', '{"url":"http://127.0.0.1:9/type"}', 415],
      ['multipart/form-data; boundary=x', '--x--', 415],
      ['application/jsonx', '{}', 415],
      ['*/*', '{}', 415],
    ]
    for (const [type, body, status] of types) {
      it(`accepts a body of type ${type} with ${status}`, async () => {
        await agent.save({ url: deadLink('type') })
        const response = await raw('/queue', { method: 'POST', headers: { 'content-type': type }, body })
        assert.equal(response.status, status, response.text)
        if (status !== 415) return
        checkProblemText(
          response.text,
          { contentType: String(response.headers['content-type']), status: 415 },
          service().baseUrl,
        )
        assert.equal(response.headers['accept-post'], 'application/json, application/x-www-form-urlencoded')
      })
    }

    it('responds to an edit of another type with 415 and Accept-Patch', async () => {
      const response = await agent.call(href, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: '{"title":"x"}',
      })
      assert.equal(
        response.headers.get('accept-patch'),
        'application/json, application/x-www-form-urlencoded',
      )
      assert.equal(response.headers.get('accept-post'), null)
      await checkProblem(response, 415, service().baseUrl)
    })

    it('responds to a body without a type with 415, and to an empty one with what is missing', async () => {
      const typeless = await raw('/queue', { method: 'POST', body: '{"url":"http://127.0.0.1:9/x"}' })
      assert.equal(typeless.status, 415)
      assert.ok(typeless.headers['accept-post'])
      for (const headers of [{}, { 'content-type': JSON_TYPE }] as Record<string, string>[]) {
        const empty = await raw('/queue', { method: 'POST', headers })
        assert.equal(empty.status, 422)
        const problem = JSON.parse(empty.text) as Entity
        assert.deepEqual(problem.errors, [{ pointer: '#/url', detail: '"url" is required.' }])
        assert.equal(problem.type, `${service().baseUrl}/problems/invalid-input`)
      }
    })

    it('ignores the Content-Type of a GET without a body', async () => {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'nonsense']) {
        assert.equal((await raw('/queue', { headers: { 'content-type': type } })).status, 200)
      }
    })

    it('accepts the tags of a form as one text and as repeated fields', async () => {
      for (const [path, body] of [
        ['tags-1', 'tags=a%2C+b'],
        ['tags-2', 'tags=a&tags=b'],
        ['tags-3', 'tags=b&tags=a%2Cb&tags='],
      ] as const) {
        const response = await raw('/queue', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `url=${encodeURIComponent(deadLink(path))}&${body}`,
        })
        const saved = JSON.parse(response.text) as Entity
        assert.deepEqual(saved.properties.tags, ['a', 'b'], body)
      }
    })
  })
})

function methodsOf(allow: string | string[] | undefined): string[] {
  return String(allow ?? '')
    .split(', ')
    .sort()
}
