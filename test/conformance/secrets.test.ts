import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { Client } from 'pg'
import {
  approve,
  authorizePath,
  CALLBACK,
  createPkce,
  PASSWORD,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { postJson, requestRefresh, tokensOf } from '../support/oauth.ts'
import { onBothEngines, type TestService } from '../support/service.ts'

/** Everything that the service has written, as the bytes that somebody with the disk would find. */
async function everythingKept(service: TestService): Promise<Map<string, Buffer>> {
  const kept = new Map([['the log', Buffer.from(service.logged())]])
  for (const name of readdirSync(service.folder)) kept.set(name, readFileSync(join(service.folder, name)))
  if (service.engine === 'sqlite') return kept
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`SELECT * FROM "${name}"`)
    kept.set(`table ${name}`, Buffer.from(JSON.stringify(rows)))
  }
  await client.end()
  return kept
}

/** A secret in the spellings in which it could be kept: as it is, without its prefix, as bytes, in hex. */
function spellings(secret: string): Buffer[] {
  const body = /^rq_(?:at|rt|ac)_([\w-]{43})/.exec(secret)?.[1] ?? secret
  const texts = [secret, body, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
  const found = texts.map((text) => Buffer.from(text))
  if (/^[\w-]{43}$/.test(body)) {
    const bytes = Buffer.from(body, 'base64url')
    found.push(bytes, Buffer.from(bytes.toString('hex')))
  }
  return found
}

onBothEngines('A secret', (service) => {
  it('is readable nowhere in the stored data and logs, after the service was used in every way', async () => {
    const { baseUrl, clock } = service()
    const secrets: Record<string, string> = { password: PASSWORD }
    const keep = (name: string, secret: string | null | undefined) => {
      assert.ok(secret && secret.length >= 12, name)
      secrets[name] = secret
    }

    const person = await signUp(baseUrl)
    keep('first session', person.browser.cookies.get('rq_session'))
    const newIdentity = createBrowser(baseUrl)
    const form = await newIdentity.open('/login')
    keep('pre-session', newIdentity.cookies.get('rq_presession'))
    keep('form token', form.forms[0]?.fields['form_token'])
    const wrongPassword = 'a wrong but long password'
    keep('wrong password', wrongPassword)
    await newIdentity.submit(form, { email: person.email, password: wrongPassword })
    await newIdentity.submit(await newIdentity.open('/login'), { email: person.email, password: PASSWORD })
    keep('second session', newIdentity.cookies.get('rq_session'))

    const clientId = await register(baseUrl)
    const authorize = async (name: string) => {
      const { verifier, challenge } = createPkce()
      const path = authorizePath({ client_id: clientId, code_challenge: challenge, state: 'a-secret-state' })
      const code = (await approve(person, path)).searchParams.get('code')
      keep(`${name} verifier`, verifier)
      keep(`${name} code`, code)
      return {
        grant_type: 'authorization_code',
        code: code ?? '',
        redirect_uri: CALLBACK,
        client_id: clientId,
        code_verifier: verifier,
      }
    }
    secrets['state'] = 'a-secret-state'
    await authorize('never used')
    const failing = await authorize('failing')
    await requestToken(baseUrl, { ...failing, code_verifier: createPkce().verifier })
    const exchange = await authorize('exchanged')
    const pair = await tokensOf(await requestToken(baseUrl, exchange))
    keep('access token', pair.access_token)
    keep('refresh token', pair.refresh_token)
    const next = await tokensOf(await requestRefresh(baseUrl, { clientId, refresh: pair.refresh_token }))
    keep('next access token', next.access_token)
    keep('next refresh token', next.refresh_token)
    await requestRefresh(baseUrl, { clientId, refresh: pair.refresh_token })

    for (const token of [pair.access_token, next.access_token, next.refresh_token, 'rq_at_nonsense']) {
      await fetch(`${baseUrl}/queue?access_token=${token}`)
      await fetch(`${baseUrl}/nothing/${token}?code=${token}`)
      await fetch(`${baseUrl}/queue`, { headers: { authorization: `Bearer ${token}` } })
      await fetch(`${baseUrl}/queue/items/${token}`, {
        headers: { authorization: `Bearer ${pair.access_token}` },
      })
    }
    await postJson(baseUrl, '/oauth/revoke', { body: { token: next.access_token } })
    clock.advance(200_000)
    await requestRefresh(baseUrl, { clientId, refresh: pair.refresh_token })
    await requestToken(baseUrl, exchange)

    const kept = await everythingKept(service())
    if (service().engine === 'sqlite') assert.ok(kept.has('queue.db') && kept.has('queue.db-wal'))
    else assert.ok(kept.get('table tokens')?.includes('refresh'))
    for (const [name, secret] of Object.entries(secrets)) {
      for (const spelling of spellings(secret)) {
        for (const [place, bytes] of kept) {
          assert.equal(bytes.includes(spelling), false, `the ${name} stands in ${place}`)
        }
      }
    }
  })

  it('is never in the address of a page of ours, or in an error message', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const clientId = await register(baseUrl)
    const path = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge })
    const code = (await approve(person, path)).searchParams.get('code') ?? ''
    const secret = 'a wrong but long password'
    const browser = createBrowser(baseUrl)
    const again = await browser.submit(await browser.open('/login'), {
      email: person.email,
      password: secret,
    })
    assert.equal(again.url.includes(encodeURIComponent(secret)), false)
    assert.equal(again.url.includes(encodeURIComponent(person.email)), false)
    assert.equal(again.text.includes(secret), false)

    const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: CALLBACK }
    const verifier = createPkce().verifier
    for (const response of [
      await requestToken(baseUrl, { ...form, code, code_verifier: verifier }),
      await requestRefresh(baseUrl, { clientId, refresh: code }),
      await fetch(`${baseUrl}/queue`, { headers: { authorization: `Bearer ${code}` } }),
    ]) {
      const message = (await response.text()) + JSON.stringify([...response.headers])
      assert.equal(message.includes(code), false)
      assert.equal(message.includes(verifier), false)
    }
  })
})
