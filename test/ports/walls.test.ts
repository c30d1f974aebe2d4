import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOutbound, type FetchFailure } from '../../src/ports/outbound.ts'
import { readRetryAfter } from '../../src/ports/retry-after.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

/** Sun, 06 Nov 1994 08:49:37 GMT. */
const NOW = 784_111_777_000
const MINUTE = 60_000
const DAY = 86_400_000

describe('The Retry-After header of a site', () => {
  const waits: [header: string | undefined, wait: number | null][] = [
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', MINUTE],
    ['59', MINUTE],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['Sun, 06 Nov 1994 09:49:37 GMT', 3_600_000],
    ['Sunday, 06-Nov-94 09:49:37 GMT', 3_600_000],
    ['Sun Nov  6 09:49:37 1994', 3_600_000],
    ['Sun, 06 Nov 1994 08:49:36 GMT', MINUTE],
    ['Fri, 31 Dec 9999 23:59:59 GMT', DAY],
    [undefined, null],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['1e9', null],
    ['0x10', null],
    ['1994', 1_994_000],
    ['Sun, 99 Nov 1994 09:49:37 GMT', null],
    ['Sun, ', null],
    ['1994-11-06T09:49:37Z', null],
  ]
  for (const [header, wait] of waits) {
    it(`asks to wait ${wait} milliseconds if it is ${header?.slice(0, 40)}`, () => {
      assert.equal(readRetryAfter(header, NOW), wait)
    })
  }
})

describe('A failed fetch', () => {
  let site: WebServer
  let answer: [status: number, headers: Record<string, string>]
  before(async () => {
    site = await startWebServer((_request, response) => response.writeHead(...answer).end('no'))
  })
  after(() => site.stop())

  const outbound = createOutbound({
    allowPrivate: true,
    clock: { now: () => NOW, wait: () => Promise.resolve() },
  })

  async function failed(status: number, headers: Record<string, string>): Promise<FetchFailure> {
    answer = [status, headers]
    const page = await outbound.fetchPage(site.origin)
    assert.ok(!page.ok)
    return page
  }

  it('returns how long the site asks to wait, given in seconds or as a date', async () => {
    for (const status of [429, 503]) {
      assert.equal((await failed(status, { 'Retry-After': '300' })).retryAfter, 300_000)
      const date = 'Sun, 06 Nov 1994 08:59:37 GMT'
      assert.equal((await failed(status, { 'Retry-After': date })).retryAfter, 600_000)
      assert.equal((await failed(status, {})).retryAfter, null)
    }
    assert.equal((await failed(500, { 'Retry-After': '300' })).retryAfter, null)
  })

  const walls: [status: number, headers: Record<string, string>][] = [
    [200, { 'CF-Mitigated': 'challenge' }],
    [403, { 'CF-Mitigated': 'challenge', Server: 'cloudflare' }],
    [404, { 'CF-Mitigated': 'challenge' }],
    [429, { 'CF-Mitigated': 'challenge', 'Retry-After': '300' }],
    [503, { 'CF-Mitigated': 'challenge', Server: 'cloudflare' }],
    [202, { 'x-amzn-waf-action': 'challenge' }],
    [405, { 'x-amzn-waf-action': 'captcha' }],
    [401, {}],
    [403, {}],
    [407, {}],
  ]
  for (const [status, headers] of walls) {
    it(`is due to a sign-in or bot check if the site answers ${status} with ${JSON.stringify(headers)}`, async () => {
      assert.deepEqual(await failed(status, headers), {
        ok: false,
        reason: `The site wants a sign-in or keeps robots out (${status}). Open it in your browser and save it with the extension.`,
        retry: false,
        retryAfter: null,
        linkState: 'alive',
      })
    })
  }

  it('is due to a fault of the site if its server is down, also behind Cloudflare', async () => {
    const { reason, retry } = await failed(522, { Server: 'cloudflare' })
    assert.deepEqual([reason, retry], ['The site has a fault of its own (522).', true])
  })
})
