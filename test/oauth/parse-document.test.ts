import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { InvalidDocument, parseDocument } from '../../src/oauth/client-metadata/parse-document.ts'
import { metadataDocument } from '../support/publisher.ts'

const URL_ID = 'https://app.example/client.json'

const parseText = (text: string | Buffer, type = 'application/json') =>
  parseDocument(URL_ID, type, Buffer.from(text))
const parse = (members: Record<string, unknown>) =>
  parseText(JSON.stringify(metadataDocument(URL_ID, members)))

function assertInvalid(read: () => unknown, reason: RegExp): void {
  assert.throws(read, (error: unknown) => error instanceof InvalidDocument && reason.test(error.message))
}

suite('A metadata document', () => {
  test('declares a name and redirect URIs, and may have other members', () => {
    const members = {
      client_name: 'Claude',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      logo_uri: 'https://app.example/logo.png',
      jwks_uri: 'http://169.254.169.254/keys',
      client_uri: 'javascript:alert(1)',
      application_type: 'native',
      nested: { client_id: 'another', client_secret: 'x' },
    }
    assert.deepEqual(parse({ ...members, redirect_uris: ['https://app.example/cb'] }), {
      name: 'Claude',
      redirectUris: ['https://app.example/cb'],
    })
  })

  test('must have a JSON media type', () => {
    const text = JSON.stringify(metadataDocument(URL_ID))
    for (const type of ['application/json', 'application/x+json', 'application/cimd+json'])
      assert.equal(parseText(text, type).name, 'Example App')
    for (const type of ['text/plain', 'text/html', 'application/jsonp', 'application/xml', 'text/x+json', ''])
      assertInvalid(() => parseText(text, type), /type is not JSON/)
  })

  test('must be a JSON object in UTF-8, without a byte order mark', () => {
    const text = JSON.stringify(metadataDocument(URL_ID))
    for (const other of ['[]', 'null', '"text"', '1', 'true', `[${text}]`])
      assertInvalid(() => parseText(other), /not an object/)
    for (const broken of ['', '{', `${text}}`, `\ufeff${text}`, `${text}\u0000`])
      assertInvalid(() => parseText(broken), /not JSON/)
    const latin1 = Buffer.from(text.replace('Example', 'Ex\u00e4mple'), 'latin1')
    assertInvalid(() => parseText(latin1), /not UTF-8/)
  })

  test('must have each member only once, however it is escaped', () => {
    const rest = JSON.stringify(metadataDocument(URL_ID)).slice(1)
    assertInvalid(() => parseText(`{"client_id":"https://evil.example/x",${rest}`), /repeated/)
    assertInvalid(() => parseText(`{"client\\u005fid":"https://evil.example/x",${rest}`), /repeated/)
    assertInvalid(() => parseText(`{"redirect_uris":["https://evil.example/"],${rest}`), /repeated/)
    const deeper = `{"a":{"client_id":1},"b":[{"client_id":2}],"c":"\\"client_id\\":{[","d:":":",${rest}`
    assert.equal(parseText(deeper).name, 'Example App')
  })

  test('must have the fetched URL as its client_id, byte for byte', () => {
    for (const id of [
      undefined,
      null,
      '',
      [URL_ID],
      `${URL_ID}/`,
      `${URL_ID}?`,
      URL_ID.toUpperCase(),
      ` ${URL_ID}`,
    ])
      assertInvalid(() => parse({ client_id: id }), /not this URL/)
  })

  test('must have a name and redirect URIs of the right type', () => {
    for (const name of [undefined, null, '', 5, ['App'], {}, 'x'.repeat(101)])
      assertInvalid(() => parse({ client_name: name }), /client_name/)
    for (const uris of [
      undefined,
      null,
      'https://app.example/cb',
      {},
      [1],
      [null],
      [['https://app.example/cb']],
    ])
      assertInvalid(() => parse({ redirect_uris: uris }), /redirect_uris/)
    assertInvalid(() => parse({ redirect_uris: [] }), /No redirect URI/)
  })

  test('has its name stripped of invisible characters', () => {
    assert.equal(parse({ client_name: 'Read\u202eing\u200b\nQueue' }).name, 'Reading Queue')
    assert.equal(parse({ client_name: '\u200b\u202e' }).name, null)
  })

  test('must not have a secret', () => {
    assertInvalid(() => parse({ client_secret: 'x' }), /shared secret/)
    assertInvalid(() => parse({ client_secret: '' }), /shared secret/)
    assertInvalid(() => parse({ client_secret_expires_at: 0 }), /shared secret/)
    for (const method of ['client_secret_basic', 'client_secret_post', 'client_secret_jwt']) {
      const methods = { token_endpoint_auth_method: method }
      assertInvalid(() => parse(methods), /shared secret/)
      assertInvalid(
        () => parse({ ...methods, token_endpoint_auth_methods_supported: ['none'] }),
        /shared secret/,
      )
    }
    const keys = [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }]
    assert.equal(parse({ jwks: { keys } }).name, 'Example App')
    assertInvalid(() => parse({ jwks: { keys: [...keys, { ...keys[0], d: 'secret' }] } }), /private/)
    assertInvalid(() => parse({ jwks: { keys: [{ kty: 'oct', k: 'secret' }] } }), /private/)
  })

  test('must allow a client without authentication', () => {
    const methods = (method: unknown, supported?: unknown) => ({
      token_endpoint_auth_method: method,
      token_endpoint_auth_methods_supported: supported,
    })
    const open = [
      methods(undefined),
      methods('none'),
      methods('private_key_jwt', ['none', 'private_key_jwt']),
      methods(undefined, ['none']),
    ]
    for (const members of open) assert.equal(parse(members).name, 'Example App')
    const closed = [
      methods('private_key_jwt'),
      methods('private_key_jwt', ['private_key_jwt']),
      methods(undefined, ['private_key_jwt']),
      methods(['none']),
      methods('None'),
      methods(null),
      methods('private_key_jwt', 'none'),
    ]
    for (const members of closed) assertInvalid(() => parse(members), /without authentication/)
  })

  test('may list redirect URIs that are ignored, but not only such', () => {
    const unusable = [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://app.example/cb',
      'http://localhost.evil.example/cb',
      'http://localhost./cb',
      'http://127.0.0.1.evil.example/cb',
      'http://0.0.0.0/cb',
      'https://app.example/cb#fragment',
      'https://app.example/cb?code=1',
      'https://app.example/cb?a=b&state=1',
      'https://app.example/cb?iss=1',
      'https://user@app.example/cb',
      'https://*.example/cb',
      '/cb',
      'not a URI',
      '',
    ]
    const usable = ['https://app.example/cb', 'http://127.0.0.1/cb', 'http://[::1]/cb', 'http://localhost/cb']
    assert.deepEqual(parse({ redirect_uris: [...unusable, ...usable] }).redirectUris, usable)
    for (const uri of unusable) assertInvalid(() => parse({ redirect_uris: [uri] }), /No redirect URI/)
  })
})
