import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fc from 'fast-check'
import { type Agent, CALLBACK, connectAgent, createPkce, type Person, signUp } from '../support/agent.ts'
import { type RawAnswer, rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'

/** The same draws in every run. */
const RUNS = { numRuns: 1500, seed: 6749 }

const PARAMETERS =
  'client_id redirect_uri response_type code_challenge code_challenge_method state resource scope request decision grant_type code code_verifier refresh_token client_secret token email password form_token set_up_code return flash grant url tags after __proto__'.split(
    ' ',
  )
const METADATA = ['redirect_uris', 'client_name', 'token_endpoint_auth_method', 'grant_types', 'token']
const OAUTH = ['/oauth/token', '/oauth/register', '/oauth/revoke']
const PATHS =
  '/oauth/authorize /login /login/code /signup /signup/confirm /reset /account/totp /account/email/confirm /logout /agents /agents/revoke /queue / /auth.md /.well-known/oauth-authorization-server /.well-known/openid-configuration'.split(
    ' ',
  )

/** Addresses with a part that a caller may spell as they like. */
const NAMED =
  '/queue/items/* /queue/items/*/content /queue/items/*/mark-read /queue/items/*/images/* /queue/* /queue/changes/* /agents/* /agents/*/undo /assets/* /.well-known/* /oauth/* /*'.split(
    ' ',
  )
const ESCAPED =
  '%00 %0a %0d%0a %0D%0ALocation:%20//evil.example %1b %7f %c2%85 %e2%80%a8 %c3%a9 %ff % %5c %2f%2fevil.example ..'.split(
    ' ',
  )

type RandomRequest = {
  path: string
  method: string
  query: string
  body: string
  headers: Record<string, string | undefined>
}

/** Requests of known names, half-right values and odd bytes. */
function requests(person: Person, agent: Agent, baseUrl: string): fc.Arbitrary<RandomRequest> {
  const cookie = cookieOf(person)
  const known = [agent.clientId, agent.access, agent.refresh, CALLBACK, createPkce().challenge]
  const words = [
    'code',
    'S256',
    'authorization_code',
    'refresh_token',
    'none',
    'approve',
    'https://a.example/cb',
  ]
  const odd = ['\u0000', '\ud800', '%', '//evil.example', '/\\evil.example', '__proto__', 'toString']
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(...known, ...words, ...odd),
  )
  const parameters = fc
    .array(fc.tuple(fc.constantFrom(...PARAMETERS), value, fc.boolean()))
    .map((list) => list.map(([name, text, isWhole]) => `${name}=${encode(text, isWhole)}`).join('&'))
  const member = fc.oneof(value, fc.array(value, { maxLength: 4 }), fc.jsonValue())
  const metadata = fc.dictionary(fc.constantFrom(...METADATA), member).map((object) => JSON.stringify(object))
  const tokens = ['Bearer x', `Bearer ${agent.access}`, 'Basic x', 'Bearer']
  return fc.record({
    path: fc.constantFrom(...OAUTH, ...PATHS),
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS'),
    query: parameters,
    body: fc.oneof(parameters, metadata, fc.json()),
    headers: fc.record({
      accept: fc.constantFrom('text/html', 'application/json', '*/*', 'x;q=zz'),
      cookie: fc.constantFrom(undefined, cookie, 'rq_session=%; rq_presession=%zz'),
      authorization: fc.constantFrom(undefined, undefined, ...tokens),
      'content-type': fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        undefined,
        'x',
      ),
      host: fc.constantFrom(undefined, undefined, 'evil.example', 'localhost:1', '[::1]:80', 'a b'),
      origin: fc.constantFrom(undefined, undefined, 'null', baseUrl),
    }),
  })
}

/** Requests whose address holds escapes of what may stand in no header. */
function escapedRequests(person: Person, agent: Agent): fc.Arbitrary<RandomRequest> {
  const segment = fc.array(fc.constantFrom(...ESCAPED, 'x'), { minLength: 1, maxLength: 2 })
  return fc.record({
    path: fc
      .tuple(fc.constantFrom(...NAMED), segment)
      .map(([place, parts]) => place.replaceAll('*', parts.join(''))),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'DELETE'),
    query: fc.constant(''),
    body: fc.constant(''),
    headers: fc.record({
      accept: fc.constantFrom('text/html', '*/*'),
      cookie: fc.constantFrom(undefined, cookieOf(person)),
      authorization: fc.constantFrom(undefined, undefined, `Bearer ${agent.access}`),
    }),
  })
}

function cookieOf({ browser }: Person): string {
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Percent-encodes; unless `isWhole`, leaves some of it as nobody should send it. */
function encode(text: string, isWhole: boolean): string {
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
  return isWhole ? encoded : encoded.replaceAll('%25', '%').replaceAll('%2F', '/')
}

function send(baseUrl: string, { path, method, query, body, headers }: RandomRequest): Promise<RawAnswer> {
  const given = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  )
  const hasBody = method === 'POST' || method === 'PUT'
  return rawRequest(baseUrl, query ? `${path}?${query}` : path, {
    method,
    headers: Object.fromEntries(given),
    ...(hasBody ? { body } : {}),
  })
}

onBothEngines('Random requests', (service) => {
  it('never find a bug, never lead to a foreign place, and are refused in the promised shape', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const check = async (request: RandomRequest): Promise<void> => {
      const answer = await send(baseUrl, request)
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`)
      const location = answer.headers.location ?? '/'
      assert.match(String(location), new RegExp(`^(/(?![/\\\\])|${baseUrl}/|${CALLBACK}\\?)`))
      const isRefused = OAUTH.includes(request.path) && answer.status >= 400 && request.method !== 'HEAD'
      // A host that is none is refused before anything else.
      if (!isRefused || request.headers['host'] === 'a b') return
      const members = Object.keys(JSON.parse(answer.text) as object)
      assert.deepEqual(members, ['error', 'error_description'])
      assert.equal(answer.headers['content-type'], 'application/json')
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
    await fc.assert(fc.asyncProperty(requests(person, agent, baseUrl), check), RUNS)
    await fc.assert(fc.asyncProperty(escapedRequests(person, agent), check), RUNS)
  })
})
