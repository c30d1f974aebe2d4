import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import * as fc from 'fast-check'
import { type Agent, CALLBACK, connectAgent, createPkce, type Person, signUp } from '../support/agent.ts'
import { HOUR, SECOND } from '../../src/ports/clock.ts'
import { contentsOf, rowsOf } from '../support/account-rows.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { refusedLink } from '../support/links.ts'
import { type RawResponse, rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'

/** The same draws in every run, unless FUZZ says how many requests to send: then others each time. */
const FUZZ = Number(process.env['FUZZ'] ?? 0)
const SEED = FUZZ > 0 ? Date.now() : 6749
const REQUESTS = FUZZ > 0 ? FUZZ : 3000
/** Some revoke the agent or sign the person out: after so many, who lost their access gets it anew. */
const ROUND = 100
/** Tables of what is kept for some minutes or an hour. */
const SWEPT = ['decided_requests', 'authorization_codes']
/** As `contentsOf` hashes no rows. */
const EMPTY = createHash('sha256').digest('hex')
const TIMEOUT = { timeout: Math.max(HOUR / 6, FUZZ * (SECOND / 20)) }

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

type Form = { path: string; method?: string; fields: Record<string, string>; authorization?: string }

/** Requests that are right but for a field or two; a few of them end the access that they use. */
function nearlyRightRequests(person: Person, agent: Agent): fc.Arbitrary<RandomRequest> {
  const client = { client_id: agent.clientId }
  const authorization = `Bearer ${agent.access}`
  const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' }
  const harmless: Form[] = [
    {
      path: '/oauth/token',
      fields: { ...client, grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK },
    },
    {
      path: '/oauth/authorize',
      method: 'GET',
      fields: { ...client, ...pkce, response_type: 'code', redirect_uri: CALLBACK },
    },
    { path: '/oauth/revoke', fields: { ...client, token: 'x' } },
    {
      path: '/queue',
      fields: { url: refusedLink('drawn'), title: 'Drawn', tags: 'a b', note: 'x' },
      authorization,
    },
    {
      path: '/queue',
      method: 'GET',
      fields: { q: 'drawn', state: 'all', tag: 'a', limit: '2' },
      authorization,
    },
    { path: '/queue/changes', method: 'GET', fields: { after: '1', limit: '2' }, authorization },
    { path: '/history', method: 'GET', fields: { before: '5' } },
  ]
  const ending: Form[] = [
    {
      path: '/oauth/token',
      fields: { ...client, grant_type: 'refresh_token', refresh_token: agent.refresh },
    },
    { path: '/oauth/revoke', fields: { ...client, token: agent.access } },
    { path: '/oauth/revoke', fields: { ...client, token: agent.refresh } },
  ]
  const form = fc.oneof(
    { weight: 200, arbitrary: fc.constantFrom(...harmless) },
    { weight: 1, arbitrary: fc.constantFrom(...ending) },
  )
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', '0', '-1', '9e99', 'null', '//x'),
  )
  return form.chain(({ path, method = 'POST', fields, ...given }) =>
    fc
      .tuple(
        ...Object.entries(fields).map(([name, value]) =>
          fc.oneof(
            { weight: 8, arbitrary: fc.constant(`${name}=${encodeURIComponent(value)}`) },
            { weight: 1, arbitrary: odd.map((text) => `${name}=${encode(text, true)}`) },
            { weight: 1, arbitrary: fc.constant('') },
          ),
        ),
      )
      .map((parts) => {
        const text = parts.filter((part) => part !== '').join('&')
        return {
          path,
          method,
          query: method === 'GET' ? text : '',
          body: method === 'GET' ? '' : text,
          headers: {
            accept: given.authorization === undefined ? 'text/html' : 'application/json',
            cookie: given.authorization === undefined ? cookieOf(person) : undefined,
            authorization: given.authorization,
            'content-type': 'application/x-www-form-urlencoded',
          },
        }
      }),
  )
}

type Caller = { person: Person; agent: Agent }

async function connectCaller(baseUrl: string): Promise<Caller> {
  const person = await signUp(baseUrl)
  return { person, agent: await connectAgent(baseUrl, person) }
}

/** Whether the agent's token and the person's session still open the queue. */
async function isLive(baseUrl: string, { person, agent }: Caller): Promise<boolean> {
  const headers = { cookie: cookieOf(person), accept: 'text/html' }
  const [api, page] = await Promise.all([agent.call('/queue'), rawRequest(baseUrl, '/queue', { headers })])
  return api.status === 200 && page.status === 200
}

function cookieOf({ browser }: Person): string {
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Percent-encodes; unless `isWhole`, leaves some of it as nobody should send it. */
function encode(text: string, isWhole: boolean): string {
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
  return isWhole ? encoded : encoded.replaceAll('%25', '%').replaceAll('%2F', '/')
}

function send(baseUrl: string, { path, method, query, body, headers }: RandomRequest): Promise<RawResponse> {
  const exposed = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  )
  const hasBody = method === 'POST' || method === 'PUT'
  return rawRequest(baseUrl, query ? `${path}?${query}` : path, {
    method,
    headers: Object.fromEntries(exposed),
    ...(hasBody ? { body } : {}),
  })
}

onBothEngines('Random requests', (service) => {
  it(
    'never find a bug, never lead to a foreign place or account, and are refused in the promised shape',
    TIMEOUT,
    async (t) => {
      const { baseUrl } = service()
      const other = await signUp(baseUrl)
      const otherAgent = await connectAgent(baseUrl, other)
      await otherAgent.save({
        url: refusedLink('others'),
        title: 'Of another account',
        note: 'private',
        tags: 'others',
      })
      const otherId = await accountIdOf(service(), other.email)
      await eventually(
        () => rowsOf(service(), otherId),
        ({ jobs }) => jobs === 0,
      )
      const before = await contentsOf(service(), otherId)
      const statuses: Record<string, number> = {}
      const check = async (request: RandomRequest): Promise<void> => {
        const response = await send(baseUrl, request)
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        assert.ok(response.status < 500, `${response.status} ${response.text}`)
        const location = response.headers.location ?? '/'
        assert.match(String(location), new RegExp(`^(/(?![/\\\\])|${baseUrl}/|${CALLBACK}\\?)`))
        const isRefused = OAUTH.includes(request.path) && response.status >= 400 && request.method !== 'HEAD'
        // A host that is none is refused before anything else.
        if (!isRefused || request.headers['host'] === 'a b') return
        const members = Object.keys(JSON.parse(response.text) as object)
        assert.deepEqual(members, ['error', 'error_description'])
        assert.equal(response.headers['content-type'], 'application/json')
        assert.equal(response.headers['cache-control'], 'no-store')
      }
      let caller = await connectCaller(baseUrl)
      const rounds = Math.ceil(REQUESTS / ROUND)
      let lost = 0
      for (let round = 0; round < rounds; round++) {
        const { person, agent } = caller
        const kinds = [
          requests(person, agent, baseUrl),
          escapedRequests(person, agent),
          nearlyRightRequests(person, agent),
        ]
        await fc.assert(fc.asyncProperty(kinds[round % kinds.length]!, check), {
          numRuns: ROUND,
          seed: SEED + round,
        })
        if (await isLive(baseUrl, caller)) continue
        lost += 1
        caller = await connectCaller(baseUrl)
      }
      assert.ok(lost < rounds / 2, `Access was lost in ${lost} of ${rounds} rounds.`)
      const after = await contentsOf(service(), otherId)
      // In a long run, what was kept for some minutes is swept.
      for (const table of SWEPT) if (after[table] === EMPTY) before[table] = EMPTY
      assert.deepEqual(after, before)
      const hash = createHash('sha256').update(JSON.stringify(after)).digest('hex')
      if (FUZZ > 0)
        t.diagnostic(
          `${rounds * ROUND} requests, access lost ${lost} times, others' rows ${hash}, answers ${JSON.stringify(statuses)}`,
        )
    },
  )
})
