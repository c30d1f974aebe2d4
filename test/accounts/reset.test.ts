import assert from 'node:assert/strict'
import { it } from 'node:test'
import { changeCredentials } from '../../src/accounts/change-credentials.ts'
import { signIn } from '../../src/accounts/sign-in.ts'
import { linkIdentity, findByIdentity } from '../../src/accounts/identities.ts'
import { resetByLink } from '../../src/accounts/reset-password.ts'
import { createPasswordResetToken } from '../../src/accounts/password-reset-tokens.ts'
import { findSession } from '../../src/accounts/sessions.ts'
import { isPasswordUnchanged, authenticatePassword } from '../../src/accounts/authenticate-password.ts'
import type { Connection } from '../../src/database/database.ts'
import { MINUTE } from '../../src/ports/clock.ts'
import { Failure } from '../../src/failure.ts'
import { findClient } from '../../src/oauth/clients.ts'
import { decideAuthorization, sealAuthorizationRequest } from '../../src/oauth/decide-authorization.ts'
import {
  CALLBACK,
  connectAgent,
  createPkce,
  obtainCode,
  PASSWORD,
  type Person,
  register,
  requestToken,
  signUp,
} from '../support/agent.ts'
import { createBrowser, noticeOf, type SimpleBrowser } from '../support/browser.ts'
import { onBothEngines, startService, type TestService } from '../support/service.ts'

const NEW_PASSWORD = 'another four words here'

onBothEngines('A reset of the password', (service) => {
  const db = () => service().running.services.db

  async function idOf({ email }: Person): Promise<string> {
    return (await db().row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', email))!.id
  }

  /** A link as the mail or the operator gives it. */
  async function linkFor(person: Person, isCreatedByOperator = false): Promise<string> {
    const { random, clock } = service().running.services
    const reset = { accountId: await idOf(person), isCreatedByOperator }
    return `/reset?token=${await createPasswordResetToken(db(), random, { ...reset, now: clock.now() })}`
  }

  async function addPasskey(person: Person, name: string): Promise<string> {
    const id = service().running.services.random.id()
    await db().run(
      `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
       VALUES (?, ?, '', 0, '', ?, 1)`,
      await idOf(person),
      id,
      name,
    )
    return id
  }

  async function connect(person: Person, issuer: string): Promise<void> {
    const sql = 'INSERT INTO identities (account_id, issuer, subject, linked_at) VALUES (?, ?, ?, 1)'
    await db().run(sql, await idOf(person), issuer, person.email)
  }

  async function waysInto(person: Person): Promise<string[]> {
    const id = await idOf(person)
    const rows = await db().rows<{ name: string }>(
      `SELECT name FROM passkeys WHERE account_id = ?
       UNION ALL SELECT issuer AS name FROM identities WHERE account_id = ?`,
      id,
      id,
    )
    return rows.map(({ name }) => name).sort()
  }

  const reset = async (browser: SimpleBrowser, link: string, keep: Record<string, string | string[]> = {}) =>
    browser.submit(await browser.open(link), { password: NEW_PASSWORD, ...keep })

  it('removes all earlier ways to sign in unless the person selects them', async () => {
    const ada = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, ada)
    const pending = await obtainCode(service().baseUrl, ada)
    await addPasskey(ada, 'A phone')
    await connect(ada, 'https://id.example')
    const form = await ada.browser.open(await linkFor(ada))
    for (const name of ['A phone', 'https://id.example', 'Test Agent']) assert.ok(form.text.includes(name))
    assert.doesNotMatch(form.text, /<input[^>]*\schecked/)
    const done = await ada.browser.submit(form, { password: NEW_PASSWORD })
    assert.equal(
      noticeOf(done),
      'Your password is reset, and 3 other ways into your account are closed. Sign in with it.',
    )
    assert.match((await ada.browser.open('/queue')).url, /\/login/)
    assert.deepEqual(await waysInto(ada), [])
    assert.equal((await agent.call('/queue')).status, 401)
    // What was approved a moment before is no way around it.
    assert.equal((await requestToken(service().baseUrl, pending)).status, 400)
  })

  it('keeps the selected ones individually, even of two approvals of the same client', async () => {
    const ada = await signUp(service().baseUrl)
    const mine = await connectAgent(service().baseUrl, ada, 'One Agent')
    const exchange = await obtainCode(service().baseUrl, ada, mine.clientId)
    const { access_token: theirs } = (await (await requestToken(service().baseUrl, exchange)).json()) as {
      access_token: string
    }
    const [phone] = [await addPasskey(ada, 'My phone'), await addPasskey(ada, 'Somebody’s phone')]
    await connect(ada, 'https://id.example')
    const first = await db().row<{ id: string }>(
      'SELECT id FROM grants WHERE account_id = ? ORDER BY created_at, id LIMIT 1',
      await idOf(ada),
    )
    await reset(createBrowser(service().baseUrl), await linkFor(ada), {
      keep_passkey: phone,
      keep_identity: 'https://id.example',
      keep_agent: [first!.id, 'unknown'],
    })
    assert.deepEqual(await waysInto(ada), ['My phone', 'https://id.example'])
    assert.equal((await mine.call('/queue')).status, 200)
    const { status } = await fetch(`${service().baseUrl}/queue`, {
      headers: { authorization: `Bearer ${theirs}`, accept: 'application/vnd.siren+json' },
    })
    assert.equal(status, 401)
  })

  it('leaves selected what the person selected before a mistake', async () => {
    const ada = await signUp(service().baseUrl)
    const phone = await addPasskey(ada, 'My phone')
    await addPasskey(ada, 'Somebody’s phone')
    await connect(ada, 'https://id.example')
    const agent = await connectAgent(service().baseUrl, ada)
    const grant = await db().row<{ id: string }>(
      'SELECT id FROM grants WHERE account_id = ?',
      await idOf(ada),
    )
    const form = await ada.browser.open(await linkFor(ada))
    const kept = { keep_passkey: phone, keep_identity: 'https://id.example', keep_agent: grant!.id }
    const refused = await ada.browser.submit(form, { password: 'short', ...kept })
    assert.equal(refused.status, 422)
    const selected = [...refused.text.matchAll(/<input\s+type="checkbox"[^>]*value="([^"]*)"[^>]*\schecked/g)]
    assert.deepEqual(selected.map(([, value]) => value).sort(), Object.values(kept).sort())
    await ada.browser.submit(refused, { password: NEW_PASSWORD, ...kept })
    assert.deepEqual(await waysInto(ada), ['My phone', 'https://id.example'])
    assert.equal((await agent.call('/queue')).status, 200)
  })

  it('stops sign-ins and approvals that start while it is in progress', async () => {
    const ada = await signUp(service().baseUrl)
    const [intruder, recovering] = [createBrowser(service().baseUrl), createBrowser(service().baseUrl)]
    await intruder.submit(await intruder.open('/login'), { email: ada.email, password: PASSWORD })
    const form = await recovering.open(await linkFor(ada))
    const account = await intruder.open('/account')
    const logins = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = createBrowser(service().baseUrl)
        return { browser, page: await browser.open('/login') }
      }),
    )
    const [reset] = await Promise.all([
      recovering.submit(form, { password: NEW_PASSWORD }),
      ...logins.map(({ browser, page }) => browser.submit(page, { email: ada.email, password: PASSWORD })),
      intruder.submit(account, { password: 'what the intruder wants' }, { action: '/account/password' }),
    ])
    // A new password ends links from before: where the intruder's came first, it takes another link.
    if (new URL(reset.url).pathname !== '/login')
      await recovering.submit(await recovering.open(await linkFor(ada)), { password: NEW_PASSWORD })
    for (const { browser } of [...logins, { browser: intruder }])
      assert.match((await browser.open('/queue')).url, /\/login/)
    // The wrong passwords make sign-in wait.
    service().clock.advance(MINUTE)
    const login = await recovering.open('/login')
    const signedIn = await recovering.submit(login, { email: ada.email, password: NEW_PASSWORD })
    assert.match(signedIn.url, /\/queue$/)
  })
})

onBothEngines('A reset link for an account without a second factor', (service) => {
  it('resets nothing if two-step sign-in is turned on just before', async () => {
    const { services } = service().running
    const { db, clock, random } = services
    const person = await signUp(service().baseUrl)
    const { id } = (await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', person.email))!
    const token = await createPasswordResetToken(db, random, {
      accountId: id,
      isCreatedByOperator: false,
      now: clock.now(),
    })
    const turnOn = 'INSERT INTO totp (account_id, secret, last_step, created_at) VALUES (?, ?, 0, 1)'
    const reset = resetByLink(
      {
        ...services,
        db: {
          ...db,
          transaction: async (work) => {
            await db.run(turnOn, id, 'sealed')
            return db.transaction(work)
          },
        },
      },
      {
        token,
        password: NEW_PASSWORD,
        code: '',
        requestSource: {
          ipAddress: '127.0.0.1',
          userAgent: '',
          rateLimitNetwork: undefined,
          passwordLimitNetwork: '127.0.0.1',
        },
      },
      {
        kept: { passkeyIds: new Set(), identities: new Set(), keepsTotp: false },
        revokeAgents: async () => [],
      },
    )
    await assert.rejects(reset, { code: 'changed_meanwhile' })
    assert.equal((await db.rows('SELECT account_id FROM totp WHERE account_id = ?', id)).length, 1)
    const signedIn = createBrowser(service().baseUrl)
    const login = await signedIn.open('/login')
    const confirmation = await signedIn.submit(login, { email: person.email, password: PASSWORD })
    assert.match(confirmation.text, /code/)
  })
})

onBothEngines('A request that a reset overtakes', (service) => {
  /** A person whose session a reset ends between the start of a request and its transaction. */
  async function overtaken() {
    const { services } = service().running
    const person = await signUp(service().baseUrl)
    const session = await findSession(
      services.db,
      person.browser.cookies.get('rq_session') ?? '',
      services.clock.now(),
    )
    await services.db.run('DELETE FROM sessions WHERE account_id = ?', session!.accountId)
    return { services, session: session! }
  }

  it('adds no way to sign in through an ended session', async () => {
    const { services, session } = await overtaken()
    const identity = { issuer: 'https://id.example', subject: session.email }
    await assert.rejects(
      changeCredentials(services, session, (tx) => linkIdentity(tx, session.accountId, { identity, now: 1 })),
      (error: unknown) => error instanceof Failure && error.code === 'unauthorized',
    )
    assert.equal(await findByIdentity(services.db, identity), undefined)
  })

  it('approves no agent through an ended session', async () => {
    const { services, session } = await overtaken()
    const { db, config, clock } = services
    const client = await findClient(db, await register(service().baseUrl), { config, now: clock.now() })
    const request = {
      client,
      redirectUri: CALLBACK,
      state: null,
      needsPermission: false,
      challenge: createPkce().challenge,
    }
    const sealed = sealAuthorizationRequest(services, request, session.hash)
    await assert.rejects(
      decideAuthorization(services, session, { sealed, decision: 'approve' }),
      (error: unknown) => error instanceof Failure && error.code === 'access_denied',
    )
    const codes = await services.db.rows(
      'SELECT hash FROM authorization_codes WHERE account_id = ?',
      session.accountId,
    )
    assert.deepEqual(codes, [])
  })

  it('opens no session with the old password', async () => {
    const { services, session } = await overtaken()
    const address = '127.0.0.1'
    const requestSource = {
      ipAddress: address,
      userAgent: 'a browser',
      rateLimitNetwork: undefined,
      passwordLimitNetwork: address,
    }
    const verified = await authenticatePassword(
      services,
      { email: session.email, password: PASSWORD },
      { requestSource },
    )
    const sql = "UPDATE accounts SET password_hash = '$argon2id$another' WHERE id = ?"
    await services.db.run(sql, session.accountId)
    const { accountId } = verified
    const isStillValid = (tx: Connection) => isPasswordUnchanged(tx, verified)
    await assert.rejects(
      signIn(services, { accountId, method: 'password', isStillValid }, requestSource),
      (error: unknown) => error instanceof Failure && error.code === 'wrong_credentials',
    )
    const sessions = await services.db.rows('SELECT hash FROM sessions WHERE account_id = ?', accountId)
    assert.deepEqual(sessions, [])
  })
})

onBothEngines('Two instances', (service) => {
  it('both refuse what was removed by a reset on one of them', async () => {
    const one = service()
    if (one.engine === 'sqlite') return
    const other: TestService = await startService(one.engine, { databaseUrl: one.databaseUrl })
    try {
      const ada = await signUp(one.baseUrl)
      const agent = await connectAgent(one.baseUrl, ada)
      const call = (baseUrl: string) =>
        fetch(`${baseUrl}/queue`, {
          headers: { authorization: `Bearer ${agent.access}`, accept: 'application/vnd.siren+json' },
        })
      const cookie = `rq_session=${ada.browser.cookies.get('rq_session')}`
      const queue = () =>
        fetch(`${other.baseUrl}/queue`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
      assert.deepEqual([(await call(other.baseUrl)).status, (await queue()).status], [200, 200])
      const { db, random, clock } = one.running.services
      const row = await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', ada.email)
      const reset = { accountId: row!.id, isCreatedByOperator: false }
      const token = await createPasswordResetToken(db, random, { ...reset, now: clock.now() })
      const browser = createBrowser(one.baseUrl)
      await browser.submit(await browser.open(`/reset?token=${token}`), { password: NEW_PASSWORD })
      assert.deepEqual(
        [(await call(one.baseUrl)).status, (await call(other.baseUrl)).status, (await queue()).status],
        [401, 401, 303],
      )
    } finally {
      await other.stop()
    }
  })
})
