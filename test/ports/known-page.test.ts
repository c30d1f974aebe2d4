import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { createOutbound } from '../../src/ports/outbound.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT'
const open = createOutbound({ allowPrivate: true })

describe('A page that was fetched before', () => {
  let site: WebServer
  let headers: Record<string, string>
  let status: number

  beforeEach(async () => {
    headers = { ETag: 'W/"v1"', 'Last-Modified': DATE }
    status = 200
    site = await startWebServer((request, response) => {
      if (request.url === '/moved') return sendOn(response, '/page')
      if (request.url === '/away')
        return sendOn(response, `${site.origin.replace('127.0.0.1', 'localhost')}/page`)
      response.writeHead(status, headers).end(status === 200 ? 'hello' : undefined)
    })
  })
  afterEach(() => site.stop())

  function sendOn(response: ServerResponse, location: string): void {
    response.writeHead(302, { Location: location }).end()
  }

  /** The conditions that each request came with. */
  function conditions(): (string | undefined)[][] {
    return site.requests.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])
  }

  it('comes with the validators for a conditional request', async () => {
    const page = await open.fetchPage(`${site.origin}/page`)
    assert.ok(page.ok)
    assert.deepEqual([page.etag, page.lastModified], ['W/"v1"', DATE])
    assert.deepEqual(conditions(), [[undefined, undefined]])
  })

  it('is not downloaded again while it is unchanged', async () => {
    status = 304
    const response = await open.fetchPage(`${site.origin}/page`, { etag: 'W/"v1"', lastModified: DATE })
    assert.deepEqual(response, { ok: true, unchanged: true })
    assert.deepEqual(conditions(), [['W/"v1"', DATE]])
  })

  it('is downloaded whole if it has changed', async () => {
    headers = { ETag: '"v2"' }
    const response = await open.fetchPage(`${site.origin}/page`, { etag: '"v1"', lastModified: null })
    assert.ok(response.ok && !('unchanged' in response))
    assert.equal(response.body.toString(), 'hello')
    assert.deepEqual([response.etag, response.lastModified], ['"v2"', null])
    assert.deepEqual(conditions(), [['"v1"', undefined]])
  })

  it('is requested with its validators only at the address where it was found', async () => {
    const found = `${site.origin}/page`
    await open.fetchPage(`${site.origin}/moved`, { url: found, etag: '"v1"', lastModified: DATE })
    await open.fetchPage(`${site.origin}/away`, { url: found, etag: '"v1"', lastModified: DATE })
    await open.fetchPage(`${site.origin}/moved`, { etag: '"v1"', lastModified: DATE })
    assert.deepEqual(conditions(), [
      [undefined, undefined],
      ['"v1"', DATE],
      [undefined, undefined],
      [undefined, undefined],
      ['"v1"', DATE],
      [undefined, undefined],
    ])
  })

  it('is missing if a site answers 304 to a request without validators', async () => {
    status = 304
    const failure = {
      ok: false,
      reason:
        'The site answered without a page (304 Not Modified). Open it in your browser and save it with the extension.',
      retry: false,
      retryAfter: null,
      linkState: 'alive',
    }
    const nothing = { etag: null, lastModified: null }
    assert.deepEqual(await open.fetchPage(`${site.origin}/page`), failure)
    assert.deepEqual(await open.fetchPage(`${site.origin}/page`, nothing), failure)
    const known = { etag: '"v1"', lastModified: null, url: `${site.origin}/other` }
    assert.deepEqual(await open.fetchPage(`${site.origin}/page`, known), failure)
  })

  const strange: [header: 'ETag' | 'Last-Modified', value: string][] = [
    ['ETag', '*'],
    ['ETag', 'v1'],
    ['ETag', '"v1", "v2"'],
    ['ETag', '"v\xe9"'],
    ['ETag', `"${'v'.repeat(999)}"`],
    ['Last-Modified', '0'],
    ['Last-Modified', 'M\xe4rz'],
    ['Last-Modified', `Sun${' '.repeat(999)}06`],
  ]
  for (const [header, value] of strange) {
    it(`has no validator from the invalid ${header} ${value.slice(0, 20)}`, async () => {
      headers = { [header]: value }
      const page = await open.fetchPage(`${site.origin}/page`)
      assert.ok(page.ok)
      assert.deepEqual([page.etag, page.lastModified], [null, null])
    })
  }

  it('is requested without validators that would be invalid headers', async () => {
    const known = { etag: '"a"\r\nCookie: b', lastModified: '\0' }
    const response = await open.fetchPage(`${site.origin}/page`, known)
    assert.ok(response.ok)
    assert.deepEqual(conditions(), [[undefined, undefined]])
  })
})
