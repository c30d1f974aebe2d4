import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { configHelp } from '../../src/config/config-help.ts'

/** The sentence with which a configuration is refused. */
function mistakeOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return 'accepted'
}

describe('The configuration', () => {
  it('has a default for everything', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://localhost:3000',
      databaseUrl: 'sqlite:./data/reading-queue.db',
      signUp: undefined,
      extraRedirectUris: undefined,
      trustProxy: 0,
      allowPrivateFetch: false,
      mail: undefined,
      oidc: undefined,
      passwordSignIn: true,
      quota: { bytes: 5_000_000_000, items: 1_000_000 },
      agentLimits: { changesAMinute: 2000, removalsAnHour: 200, bytesAnHour: 200_000_000 },
      historyDays: 365,
      linkCheckDays: 90,
      webArchiveUrl: 'https://web.archive.org/web',
      workers: 1,
      metricsAddress: undefined,
      logRequests: false,
      clientMetadataDocuments: true,
    })
  })

  it('derives the public address from the port, which is left out if it is the default one', () => {
    assert.equal(readConfig({ PORT: '8080' }).baseUrl, 'http://localhost:8080')
    assert.equal(readConfig({ PORT: '80' }).baseUrl, 'http://localhost')
  })

  it('accepts sizes with units', () => {
    const sizeOf = (value: string) => readConfig({ ACCOUNT_STORAGE: value }).quota.bytes
    assert.deepEqual(
      ['5GB', '500 mb', '1.5TB', '1k', '2MiB', '123456', '10B', '0'].map(sizeOf),
      [5e9, 5e8, 1.5e12, 1000, 2_097_152, 123456, 10, 0],
    )
    for (const value of ['five', '-1', '5XB', 'GB', '5iB', '1e9', '99999999TB'])
      assert.match(mistakeOf({ ACCOUNT_STORAGE: value }), /^ACCOUNT_STORAGE is .*such as 5GB, 500MB/, value)
    assert.match(mistakeOf({ ACCOUNT_ITEMS: 'many' }), /^ACCOUNT_ITEMS is "many"; it takes a whole number/)
  })

  it('accepts only an origin as BASE_URL', () => {
    assert.equal(readConfig({ BASE_URL: 'https://queue.example.org' }).baseUrl, 'https://queue.example.org')
    const refused = [
      'https://queue.example.org/',
      'https://queue.example.org/app',
      'https://Queue.example.org',
      'https://queue.example.org:443',
      'https://user@queue.example.org',
      'queue.example.org',
      'ftp://queue.example.org',
    ]
    for (const value of refused) {
      assert.match(mistakeOf({ BASE_URL: value }), /^BASE_URL is .*no path, no trailing slash/, value)
    }
  })

  it('refuses plain http beyond this computer unless that is accepted', () => {
    assert.match(mistakeOf({ BASE_URL: 'http://queue.example.org' }), /BASE_URL .*ALLOW_INSECURE_HTTP=1/)
    const accepted = readConfig({ BASE_URL: 'http://queue.example.org', ALLOW_INSECURE_HTTP: '1' })
    assert.equal(accepted.baseUrl, 'http://queue.example.org')
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      assert.equal(readConfig({ BASE_URL: `http://${host}:8080` }).baseUrl, `http://${host}:8080`)
    }
  })

  it('reports all invalid variables at once, each with its allowed values', () => {
    const mistake = mistakeOf({
      PORT: '70000',
      SIGN_UP: 'maybe',
      TRUST_PROXY: 'perhaps',
      DATABASE_URL: 'mysql://x',
    })
    assert.match(mistake, /^PORT is "70000"; it takes a whole number from 0 to 65535\.$/m)
    assert.match(mistake, /^SIGN_UP is "maybe"; it takes open, first, closed\.$/m)
    assert.match(mistake, /^TRUST_PROXY is "perhaps"; it takes a whole number from 0 to 10\.$/m)
    assert.match(mistake, /^DATABASE_URL is "mysql:\/\/x"; it takes sqlite:FILE or postgres:/m)
  })

  it('accepts a number of proxies, and on and off for one and none', () => {
    for (const [TRUST_PROXY, number] of [
      ['0', 0],
      ['1', 1],
      ['3', 3],
      ['on', 1],
      ['off', 0],
    ] as const)
      assert.equal(readConfig({ TRUST_PROXY }).trustProxy, number, TRUST_PROXY)
    for (const TRUST_PROXY of ['-1', '1.5', '11', 'constructor'])
      assert.match(mistakeOf({ TRUST_PROXY }), /^TRUST_PROXY .* a whole number from 0 to 10\.$/m)
  })

  it('does not print the password of an invalid DATABASE_URL', () => {
    const mistake = mistakeOf({ DATABASE_URL: 'postgress://ada:s3cret@db.example.org/queue' })
    assert.doesNotMatch(mistake, /s3cret/)
  })

  it('requires both a mail server and a sender, or neither', () => {
    const set = { SMTP_URL: 'smtp://ada:s3cret@mail.example.org:587', MAIL_FROM: 'Queue <queue@example.org>' }
    assert.deepEqual(readConfig(set).mail, {
      smtpUrl: 'smtp://ada:s3cret@mail.example.org:587',
      from: 'Queue <queue@example.org>',
    })
    assert.match(mistakeOf({ SMTP_URL: set.SMTP_URL }), /MAIL_FROM is missing/)
    assert.match(mistakeOf({ MAIL_FROM: set.MAIL_FROM }), /SMTP_URL is missing/)
    for (const SMTP_URL of ['mail.example.org', 'https://ada:s3cret@mail.example.org', 'smtp://']) {
      const mistake = mistakeOf({ ...set, SMTP_URL })
      assert.match(mistake, /^SMTP_URL takes smtp:/, SMTP_URL)
      assert.doesNotMatch(mistake, /s3cret/)
    }
    for (const MAIL_FROM of ['queue', 'a@b, c@d', 'a@b\r\nBcc: c@d', '<a@b> c@d']) {
      assert.match(mistakeOf({ ...set, MAIL_FROM }), /^MAIL_FROM is /, MAIL_FROM)
    }
  })

  it('requires all settings of an OpenID Connect provider or none, and https unless it is local', () => {
    const set = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'rq', OIDC_CLIENT_SECRET: 's3cret' }
    assert.deepEqual(readConfig(set).oidc, {
      issuer: 'https://id.example.org',
      clientId: 'rq',
      clientSecret: 's3cret',
      name: 'your provider',
    })
    assert.equal(readConfig({ ...set, OIDC_NAME: 'Example ID' }).oidc?.name, 'Example ID')
    assert.equal(
      readConfig({ ...set, OIDC_ISSUER: 'http://localhost:8080' }).oidc?.issuer,
      'http://localhost:8080',
    )
    for (const name of Object.keys(set)) {
      assert.match(mistakeOf({ ...set, [name]: '' }), /go together; one of them is missing/, name)
    }
    for (const OIDC_ISSUER of [
      'id.example.org',
      'http://id.example.org',
      'https://id.example.org/?x',
      'ftp://x',
    ]) {
      assert.match(mistakeOf({ ...set, OIDC_ISSUER }), /^OIDC_ISSUER is /, OIDC_ISSUER)
    }
  })

  it('disables passwords only if there is a provider to sign in with', () => {
    const provider = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'rq', OIDC_CLIENT_SECRET: 's' }
    assert.equal(readConfig({ ...provider, PASSWORD_SIGN_IN: '0' }).passwordSignIn, false)
    assert.match(mistakeOf({ PASSWORD_SIGN_IN: '0' }), /^PASSWORD_SIGN_IN is 0.*set OIDC_ISSUER/)
  })

  it('accepts further redirect URIs with https, a loopback address or a private-use scheme', () => {
    const uris =
      'http://localhost http://localhost:7777/cb http://127.0.0.1:8/cb http://[::1]/cb https://agent.example/cb?a=b https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/cb cursor://anysphere.cursor-mcp/oauth/callback vscode://vscode.github-authentication/did-authenticate vscode-insiders://x/y com.example.app:/cb com.example.app://host/cb'
    assert.deepEqual(readConfig({ EXTRA_REDIRECT_URIS: uris }).extraRedirectUris, uris.split(' '))
    const refused = `javascript:alert(1) data:text/html,x https://example.org/#x nonsense http://evil.org/cb
      http://localhost.evil.org/ http://localhost@evil.org/ https://*.evil.org/cb view-source:javascript:1
      feed:javascript:alert(1) filesystem:http://x/ filesystem://x/ jar:file:///x intent:x intent://x/y mailto:a@b
      ms-msdt:/id ms-msdt://id MS-Settings://x chrome://settings/ moz-extension://x/y http://user:pw@h/
      https://user:pw@h/ app://user@h/ https://evil.org\\@x x:'"><script> app://h/' app://h/* ftp://h/ JavaScript://h/
      http://localhost/?code=1 app://h/?state=1 app:x urn:ietf:wg:oauth:2.0:oob`
    for (const uri of refused.split(/\s+/)) {
      assert.match(mistakeOf({ EXTRA_REDIRECT_URIS: uri }), /^EXTRA_REDIRECT_URIS holds/, uri)
    }
  })

  it('accepts a number of workers and an address for metrics', () => {
    const config = readConfig({ WORKERS: '4', METRICS_ADDRESS: '[::1]:9464', LOG_REQUESTS: '1' })
    assert.deepEqual(
      [config.workers, config.metricsAddress, config.logRequests],
      [4, { host: '::1', port: 9464 }, true],
    )
    for (const [name, value] of [
      ['WORKERS', '0'],
      ['WORKERS', '2.5'],
      ['METRICS_ADDRESS', '9464'],
      ['METRICS_ADDRESS', 'localhost:99999'],
    ] as const)
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name} is "${value}"`))
  })

  it('has every variable listed in the help', () => {
    for (const name of [
      'HOST',
      'PORT',
      'BASE_URL',
      'DATABASE_URL',
      'DATA_DIR',
      'SIGN_UP',
      'EXTRA_REDIRECT_URIS',
      'TRUST_PROXY',
      'ALLOW_PRIVATE_FETCH',
      'ALLOW_INSECURE_HTTP',
      'SMTP_URL',
      'MAIL_FROM',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_NAME',
      'PASSWORD_SIGN_IN',
    ]) {
      assert.match(configHelp(), new RegExp(`^  ${name} `, 'm'))
    }
  })
})
