import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { connectAgent, obtainCode, PASSWORD, requestToken } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startMailServer } from '../support/mail-server.ts'
import { postMcp } from '../support/mcp.ts'
import { postJson, requestRefresh, tokensOf } from '../support/oauth.ts'
import { signUpByMail } from '../support/sign-up-by-mail.ts'
import { startProgram } from '../support/program.ts'

it('A process prints and logs no secret from its start to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-logged-'))
  const mail = await startMailServer()
  const program = startProgram({
    DATA_DIR: folder,
    LOG_REQUESTS: '1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'queue@example.org',
  })
  try {
    const baseUrl = await program.ready()
    const secrets = new Map([['the password', PASSWORD]])
    const keep = (name: string, secret: string | null | undefined): string => {
      assert.ok(secret && secret.length >= 12, name)
      secrets.set(name, secret)
      return secret
    }
    const person = await signUpByMail(baseUrl, mail)
    keep('the session', person.browser.cookies.get('rq_session'))
    keep('a form token', (await person.browser.open('/account')).forms[0]?.fields['form_token'])

    const exchange = await obtainCode(baseUrl, person)
    keep('the code', exchange.code)
    keep('the verifier', exchange.code_verifier)
    const pair = await tokensOf(await requestToken(baseUrl, exchange))
    keep('the access token', pair.access_token)
    keep('the refresh token', pair.refresh_token)
    const clientId = exchange.client_id
    const next = await tokensOf(await requestRefresh(baseUrl, { clientId, refresh: pair.refresh_token }))
    keep('the next access token', next.access_token)
    keep('the next refresh token', next.refresh_token)
    const headers = { authorization: `Bearer ${next.access_token}` }
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    assert.equal((await postMcp(baseUrl, list, { headers })).status, 200)
    for (const secret of [next.access_token, pair.refresh_token]) {
      await fetch(`${baseUrl}/mcp?access_token=${secret}`, { method: 'POST', body: `{"token":"${secret}"` })
      await fetch(`${baseUrl}/nothing/${secret}?token=${secret}`, {
        headers: { cookie: `rq_session=${secret}` },
      })
    }
    await postJson(baseUrl, '/oauth/revoke', { body: { token: next.access_token } })
    assert.equal((await postMcp(baseUrl, list, { headers })).status, 401)

    const browser = createBrowser(baseUrl)
    await browser.submit(await browser.open('/forgot'), { email: person.email })
    const message = await eventually(
      async () => mail.emails.at(-1)?.text ?? '',
      (text) => text.includes('token='),
    )
    const link = /\/reset\?token=([\w-]+)/.exec(message)
    keep('the recovery token', link?.[1])
    await browser.submit(await browser.open(link![0]), {
      password: keep('the new password', 'another four words here'),
    })
    const agent = await connectAgent(baseUrl, await signUpByMail(baseUrl, mail))
    keep('another access token', agent.access)
    assert.equal((await agent.call('/queue')).status, 200)

    program.process.kill('SIGTERM')
    assert.equal(await program.ended, 0)
    const output = program.output()
    assert.match(output, /"route":"\/oauth\/token","status":200/)
    assert.match(output, /"route":"\/reset"/)
    for (const [name, secret] of secrets) {
      for (const spelling of [secret, encodeURIComponent(secret), secret.replace(/^rq_\w\w_/, '')])
        assert.equal(output.includes(spelling), false, `${name} was printed`)
    }
  } finally {
    program.process.kill('SIGKILL')
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
