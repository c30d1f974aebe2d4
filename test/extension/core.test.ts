import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createApi } from '../../extension/core/api.ts'
import { joinEdits, withEdit } from '../../extension/core/edit.ts'
import { Failure, type FailureCode } from '../../extension/core/failure.ts'
import { afterFailure, type OutboxEntry, isDue, newEntry } from '../../extension/core/outbox.ts'
import { saveLink } from '../../extension/core/save.ts'
import { isUnencrypted, readServiceAddress } from '../../extension/core/service-address.ts'
import { readEntity, requestOf } from '../../extension/core/siren.ts'
import { refreshTokens } from '../../extension/core/token-endpoint.ts'
import { startWebServer } from '../support/web-server.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const OWNER = { origin: 'https://queue.example.org', account: null }

describe('An address of a service', () => {
  const origins = [
    ['queue.example.org', 'https://queue.example.org'],
    [' https://queue.example.org/queue?x#y ', 'https://queue.example.org'],
    ['https://Queue.Example:8443/', 'https://queue.example:8443'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://192.168.1.7:3000', 'http://192.168.1.7:3000'],
    ['http://nas', 'http://nas'],
    ['http://queue.home.arpa', 'http://queue.home.arpa'],
  ]
  for (const [typed = '', origin] of origins) {
    it(`is read from ${JSON.stringify(typed)}`, () => assert.equal(readServiceAddress(typed), origin))
  }

  const refused: [typed: string, code: FailureCode][] = [
    ['', 'bad_address'],
    ['a b', 'bad_address'],
    ['javascript:alert(1)', 'bad_address'],
    ['ftp://queue.example.org', 'bad_address'],
    ['https://ada:secret@queue.example.org', 'bad_address'],
    ['http://queue.example.org', 'plain_address'],
    ['http://192.168.1.7.example.org', 'plain_address'],
    ['http://8.8.8.8', 'plain_address'],
  ]
  for (const [typed, code] of refused) {
    it(`is refused as ${code} in ${JSON.stringify(typed)}`, () =>
      assert.throws(() => readServiceAddress(typed), { code }))
  }

  it('is unencrypted if it is plain http on another computer', () => {
    const areUnencrypted = ['http://nas', 'http://localhost:3000', 'https://queue.example.org'].map(
      isUnencrypted,
    )
    assert.deepEqual(areUnencrypted, [true, false, false])
  })
})

describe('A queued save', () => {
  const link = { url: 'https://example.org/', title: '', tags: '', note: '' }
  const entry: OutboxEntry = { ...newEntry(link, OWNER, { now: 0 }), id: 1 }

  it('is retried after half a minute, then less and less often, up to an hour', () => {
    const waits: (number | null)[] = []
    for (let now = entry; waits.length < 9; waits.push(now.dueAt)) {
      now = afterFailure({ ...entry, attempts: waits.length }, new Failure('unreachable'), 0)
    }
    const seconds = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert.deepEqual(
      waits,
      seconds.map((count) => count * SECOND),
    )
  })

  it('waits as long as the service asks, but no more than a day', () => {
    const dueAfter = (retryAfterMs: number) =>
      afterFailure(entry, new Failure('busy', '', { retryAfterMs }), 0).dueAt
    assert.deepEqual(
      [dueAfter(SECOND), dueAfter(2 * HOUR), dueAfter(1e15)],
      [30 * SECOND, 2 * HOUR, 24 * HOUR],
    )
  })

  it('is left to the person if it was refused, and waits for them to sign in', () => {
    assert.equal(afterFailure(entry, new Failure('refused', 'No.'), 0).dueAt, null)
    assert.equal(afterFailure(entry, new Failure('signed_out'), 0).dueAt, 30 * SECOND)
  })
})

describe('A round of sending', () => {
  const link = { url: 'https://example.org/', title: '', tags: '', note: '' }
  const now = 100 * HOUR
  const entry: OutboxEntry = { ...newEntry(link, OWNER, { now }), id: 1 }
  const failure = { code: 'unreachable', detail: '' } as const

  it('sends due entries, and on request also those due later', () => {
    assert.deepEqual([isDue(entry, now, false), isDue({ ...entry, dueAt: null }, now, true)], [true, false])
    const later = { ...entry, failure, dueAt: now + HOUR }
    assert.deepEqual([isDue(later, now, false), isDue(later, now, true)], [false, true])
  })

  it('never sends a save whose page is still being captured', () => {
    const begun = { ...entry, dueAt: now + SECOND }
    assert.deepEqual([isDue(begun, now, true), isDue(begun, now + SECOND, false)], [false, true])
  })

  it('sends an entry whose due time is too far ahead because the clock was set back', () => {
    assert.equal(isDue({ ...entry, failure, dueAt: now + 25 * HOUR }, now, false), true)
  })
})

describe('A note', () => {
  it('is added once, even if the service stores it with other white space', async () => {
    const edits: string[] = []
    const service = await startWebServer((request, response) => {
      const { origin } = service
      const fields = [{ name: 'url' }, { name: 'note' }]
      if (request.method === 'PATCH') edits.push(request.url ?? '')
      const entity = {
        properties: { note: '“bell  here”' },
        links: [{ rel: ['self'], href: `${origin}/item` }],
        actions: [
          { name: 'save-link', method: 'POST', href: `${origin}/save`, fields },
          { name: 'edit-item', method: 'PATCH', href: `${origin}/item`, fields },
        ],
      }
      response.end(JSON.stringify(entity))
    })
    const tokens = { accessToken: async () => 'a', renew: async () => 'a' }
    const link = { url: 'https://example.org/', title: '', tags: '', note: '“bell\u0007 here”' }
    await saveLink(createApi(service.origin, tokens, { fetch }), link)
    await service.stop()
    assert.deepEqual(edits, [])
  })

  it('gets quotes that can’t be highlighted, and the save waits for the person if they don’t fit', async () => {
    let existing = 'Before'
    const service = await startWebServer(async (request, response) => {
      const { origin } = service
      const fields = [{ name: 'url' }, { name: 'note' }, { name: 'quote' }]
      const body = new URLSearchParams(await text(request))
      if (request.method === 'PATCH') existing = body.get('note') ?? ''
      if (request.url === '/highlight')
        return void response.writeHead(422).end(JSON.stringify({ detail: 'The article does not have it.' }))
      const entity = {
        properties: { note: existing },
        links: [{ rel: ['self'], href: `${origin}/item` }],
        actions: [
          { name: 'save-link', method: 'POST', href: `${origin}/save`, fields },
          { name: 'edit-item', method: 'PATCH', href: `${origin}/item`, fields },
          { name: 'highlight-item', method: 'PUT', href: `${origin}/highlight`, fields },
        ],
      }
      response.end(JSON.stringify(entity))
    })
    const tokens = { accessToken: async () => 'a', renew: async () => 'a' }
    const save = (exact: string) => {
      const quotes = [{ exact, prefix: '', suffix: '' }]
      const link = { url: 'https://example.org/', title: '', tags: '', note: '', quotes }
      return saveLink(createApi(service.origin, tokens, { fetch }), link)
    }
    try {
      assert.equal((await save('nobody wrote')).quotesInNote, 1)
      assert.equal(existing, 'Before\n\n“nobody wrote”')
      await assert.rejects(save('long '.repeat(1000)), {
        code: 'refused',
        detail: 'The article does not have it.',
      })
      assert.equal(existing, 'Before\n\n“nobody wrote”')
      // What is there already needs no more room.
      existing = `“nobody wrote” ${'x'.repeat(4980)}`
      assert.equal((await save('nobody wrote')).quotesInNote, 1)
    } finally {
      await service.stop()
    }
  })
})

describe('A highlight', () => {
  it('is sent without control characters or halves of characters around its quote', async () => {
    let sent = new URLSearchParams()
    const service = await startWebServer(async (request, response) => {
      const body = new URLSearchParams(await text(request))
      if (request.url === '/highlight') sent = body
      const names = ['url', 'quote', 'prefix', 'suffix']
      const action = (name: string, path: string) => ({
        name,
        method: 'POST',
        href: service.origin + path,
        fields: names.map((name) => ({ name })),
      })
      const actions = [action('save-link', '/save'), action('highlight-item', '/highlight')]
      const links = [{ rel: ['self'], href: `${service.origin}/item` }]
      response.end(JSON.stringify({ properties: {}, links, actions }))
    })
    const tokens = { accessToken: async () => 'a', renew: async () => 'a' }
    const quotes = [{ exact: 'these words', prefix: '\ude00 before\u0007 ', suffix: ' after \ud83d' }]
    const link = { url: 'https://example.org/', title: '', tags: '', note: '', quotes }
    await saveLink(createApi(service.origin, tokens, { fetch }), link)
    await service.stop()
    assert.deepEqual([sent.get('prefix'), sent.get('suffix')], ['\ufffd before  ', ' after \ufffd'])
  })
})

describe('Queued edits of one item', () => {
  it('have the same effect when joined as one after the other', () => {
    const first = { note: 'abc', add: ['one', 'two'], remove: ['three'] }
    const both = joinEdits(first, { note: '', add: ['three'], remove: ['one'] })
    assert.deepEqual(both, { note: '', add: ['two', 'three'], remove: ['one'] })
    const item = { class: [], links: [], actions: [], properties: { note: 'old', tags: ['one', 'zero'] } }
    assert.deepEqual(withEdit(item, both).properties, { note: '', tags: ['zero', 'two', 'three'] })
  })
})

describe('An unexpected response', () => {
  it('whose body stops halfway is a failure of the connection, and slow if it takes too long', async () => {
    const service = await startWebServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"links":')
      if (request.url === '/broken') setTimeout(() => response.destroy(), 50)
    })
    const tokens = { accessToken: async () => 'a', renew: async () => 'a' }
    const impatient: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(500) })
    const api = createApi(service.origin, tokens, { fetch: impatient })
    await assert.rejects(api.get(`${service.origin}/broken`), { code: 'unreachable' })
    await assert.rejects(api.get(`${service.origin}/stalled`), { code: 'slow' })
    await service.stop()
  })

  const tokens = { accessToken: async () => 'a', renew: async () => 'a' }

  it('is described briefly, and leaves a save to be retried if that may help', async () => {
    const answers: [status: number, body: string][] = [
      [503, 'null'],
      [403, JSON.stringify({ detail: 'No. '.repeat(10_000) })],
    ]
    const service = await startWebServer((_, response) => {
      const [status = 200, body] = answers.shift() ?? []
      response.writeHead(status).end(body)
    })
    const api = createApi(service.origin, tokens, { fetch })
    await assert.rejects(api.root(), { code: 'busy', detail: '' })
    await assert.rejects(api.root(), { code: 'refused', detail: 'No. '.repeat(125) })
    await service.stop()
  })

  it('of the token endpoint does not sign anybody out', async () => {
    const service = await startWebServer((_, response) => response.end('null'))
    const { origin } = service
    const metadata = { issuer: origin, authorization_endpoint: origin, token_endpoint: origin }
    await assert.rejects(refreshTokens(metadata, { clientId: 'a-client', refreshToken: 'a-token' }, fetch), {
      code: 'busy',
    })
    await service.stop()
  })

  it('keeps only the classes that are strings', () => {
    const entity = readEntity({ class: ['item', { toString: 1 }], properties: {}, links: [] })
    assert.deepEqual(entity?.class, ['item'])
  })
})

describe('A Siren action', () => {
  const fields = [{ name: 'note', value: 'Old' }, { name: 'title', value: 'Kept' }, { name: 'open' }]

  it('is submitted as declared, with its default values where none are given', () => {
    const json = {
      name: 'edit',
      href: 'https://q.example/i',
      method: 'PATCH',
      type: 'application/json',
      fields,
    }
    assert.deepEqual(requestOf(json, { note: 'New', other: 'no field' }), {
      href: 'https://q.example/i',
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{"note":"New","title":"Kept"}',
    })
    const form = { ...json, type: 'application/x-www-form-urlencoded' }
    assert.equal(requestOf(form, { note: 'a&b' }).body, 'note=a%26b&title=Kept')
    assert.deepEqual(requestOf({ name: 'find', href: 'https://q.example/i?x', fields }, {}), {
      href: 'https://q.example/i?note=Old&title=Kept',
      method: 'GET',
      headers: {},
    })
  })

  it('is ignored without a name, an address or valid fields', () => {
    const entityWith = (action: unknown) => readEntity({ properties: {}, links: [], actions: [action] })
    const href = 'https://q.example/'
    assert.ok(entityWith({ name: 'a', href }))
    for (const broken of [
      null,
      {},
      { name: 'a' },
      { name: 'a', href, fields: 'x' },
      { name: 'a', href, fields: [1] },
    ]) {
      assert.equal(entityWith(broken), undefined)
    }
  })
})

describe('A token', () => {
  it('is sent to its own service only, whatever an entity or a redirect says', async () => {
    const thief = await startWebServer((_, response) => response.end('{}'))
    const service = await startWebServer((_, response) =>
      response.writeHead(307, { location: thief.origin }).end(),
    )
    const tokens = { accessToken: async () => 'secret', renew: async () => 'secret' }
    const api = createApi(service.origin, tokens, { fetch })
    await assert.rejects(api.get(`${thief.origin}/item`), { code: 'not_the_service' })
    await assert.rejects(api.submit({ name: 'a', href: thief.origin }), { code: 'not_the_service' })
    await assert.rejects(api.root(), { code: 'redirected' })
    assert.equal(thief.requests.length, 0)
    await service.stop()
    await thief.stop()
  })
})
