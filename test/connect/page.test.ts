import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { APPS, findApp } from '../../src/html/connect/apps.ts'
import { DEFAULT_APPEARANCE } from '../../src/accounts/appearance-settings.ts'
import { connectorCheckPage } from '../../src/html/connect/connector-check-page.ts'
import { connectPage } from '../../src/html/connect/connect-page.ts'
import type { ConnectView } from '../../src/html/connect/connect-view.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { unescapeHtml } from '../support/browser.ts'
import { onBothEngines } from '../support/service.ts'

const PUBLIC: ConnectView = {
  baseUrl: 'https://queue.example.org',
  port: 3000,
  clientMetadataDocuments: true,
  extraRedirectUris: [],
  isOwner: false,
  waitingSince: 0,
}
const LOCAL = { ...PUBLIC, baseUrl: 'http://localhost:3000' }

onBothEngines('The connect page', (service) => {
  it('is open to anyone, sets no cookie and says where to sign in for the check and to wait', async () => {
    const response = await fetch(`${service().baseUrl}/connect`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('set-cookie'), null)
    const text = await response.text()
    assert.match(text, /<a href="\/login\?return=%2Fconnect">Sign in<\/a> to run it/)
    assert.doesNotMatch(text, /<form|aria-label="Main"/)
    const guide = await (await fetch(`${service().baseUrl}/connect?app=codex`)).text()
    assert.match(guide, /<a href="\/login\?return=%2Fconnect%3Fapp%3Dcodex">Sign in<\/a> to see here/)
    assert.doesNotMatch(guide, /data-status/)
  })

  it('has the form of the check and links for a signed-in person', async () => {
    const { email, browser } = await signUp(service().baseUrl)
    const page = await browser.open('/connect')
    assert.match(page.text, new RegExp(`<bdi>${email}</bdi>`))
    assert.match(page.text, /<nav class="pages" aria-label="Pages">/)
    assert.deepEqual(
      page.forms.map(({ action, method }) => `${method} ${action}`),
      [
        'post /connect/check',
        'post /logout',
        'get /queue',
        'post /queue/save-link',
        'dialog ',
        'post /settings',
      ],
    )
  })

  it('is linked from the landing page and the Agents page', async () => {
    const { baseUrl } = service()
    assert.match(await (await fetch(baseUrl)).text(), /<a href="\/connect">/)
    const { browser } = await signUp(baseUrl)
    assert.match((await browser.open('/agents')).text, /<a href="\/connect">/)
  })

  it('shows all apps if the requested one does not exist', async () => {
    for (const query of ['?app=nothing', '?app=', '?app=constructor', '?app=%00&since=x']) {
      const response = await fetch(`${service().baseUrl}/connect${query}`)
      assert.equal(response.status, 200)
      assert.match(await response.text(), /<h1>Connect an agent<\/h1>/)
    }
  })

  it('waits for an agent and reports when one is connected, with a script and without', async () => {
    const person = await signUp(service().baseUrl)
    const page = await person.browser.open('/connect?app=codex')
    assert.match(page.text, /Waiting for Codex to connect…/)
    const status = /data-status="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const again = unescapeHtml(/<a class="again" href="([^"]*)"/.exec(page.text)?.[1] ?? '')
    assert.match(status, /^\/connect\/status\?since=\d+$/)
    const ask = async () => (await person.browser.open(status)).text
    assert.equal(await ask(), '{"connected":null}')
    assert.match((await person.browser.open(again)).text, /<p class="done"\s+hidden>/)

    await connectAgent(service().baseUrl, await signUp(service().baseUrl), 'Of Somebody Else')
    assert.equal(await ask(), '{"connected":null}')

    const { clientId } = await connectAgent(service().baseUrl, person, 'Codex <b>')
    assert.deepEqual(JSON.parse(await ask()), {
      connected: { name: 'Codex <b>', path: `/agents/${clientId}` },
    })
    const { text } = await person.browser.open(again)
    assert.match(text, /<p class="pending"\s+hidden>/)
    assert.match(
      text,
      new RegExp(
        `<p class="done"\\s*>\\s*<span aria-hidden="true">✓</span>\\s*<a\\s+href="/agents/${clientId}"`,
      ),
    )
    assert.match(text, /<bdi>Codex &lt;b&gt;<\/bdi><\/a\s*> is connected\./)

    service().clock.advance(1000)
    assert.match(
      (await person.browser.open('/connect?app=codex')).text,
      /<p class="done"\s+hidden>/,
      'that was before',
    )
  })

  it('does not mistake the connector check for an agent', async () => {
    const person = await signUp(service().baseUrl)
    const page = await person.browser.open('/connect?app=codex')
    const { db, clock } = service().running.services
    const { id } = (await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', person.email))!
    await db.run(
      `INSERT INTO grants (account_id, id, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at)
       VALUES (?, 'check', 'check', 'Connector check', 'http://127.0.0.1/connector-check/1', ?, ?, ?)`,
      id,
      clock.now(),
      clock.now() + 60_000,
      clock.now() + 60_000,
    )
    const status = /data-status="([^"]*)"/.exec(page.text)?.[1] ?? ''
    assert.equal((await person.browser.open(status)).text, '{"connected":null}')
  })

  it('reveals nothing to signed-out people', async () => {
    const response = await fetch(`${service().baseUrl}/connect/status?since=0`, { redirect: 'manual' })
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(await response.text(), '{"connected":null}')
  })
})

describe('The apps of the connect page', () => {
  it('are those that can connect to the address, and those that need something first', () => {
    assert.deepEqual(listed(PUBLIC), {
      works: [
        'Claude',
        'ChatGPT',
        'Claude Code',
        'Codex',
        'VS Code',
        'Zed',
        'Goose',
        'OpenCode',
        'Apps that only start local servers',
        'MCP Inspector, in the terminal',
        'Programs of your own',
      ],
      blocked: [
        'Cursor: Needs one setting',
        'Gemini CLI: Needs one setting',
        'MCP Inspector, as a web page: Needs one setting',
      ],
    })
    for (const baseUrl of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      assert.deepEqual(listed({ ...PUBLIC, baseUrl }).blocked, [
        'Claude: Needs a public address',
        'ChatGPT: Needs a public address',
        'Cursor: Needs one setting',
        'Gemini CLI: Needs one setting',
        'MCP Inspector, as a web page: Needs one setting',
      ])
    for (const baseUrl of ['https://192.168.0.5', 'https://nas.local', 'https://nas', 'https://[fd00::1]'])
      assert.deepEqual(listed({ ...PUBLIC, baseUrl }).blocked.slice(0, 2), [
        'Claude: Needs a public address',
        'ChatGPT: Needs a public address',
      ])
    const onOtherPort = listed({ ...PUBLIC, baseUrl: 'https://queue.example.org:8443' })
    assert.equal(onOtherPort.blocked[0], 'Claude: Needs an address on port 443')
    assert.equal(onOtherPort.works[0], 'ChatGPT')
    const plain = listed({ ...PUBLIC, baseUrl: 'http://queue.example.org' })
    assert.deepEqual(plain.works, [])
    assert.equal(plain.blocked.length, APPS.length)
    assert.ok(plain.blocked.every((text) => text.endsWith(': Needs an https address')))
  })

  it('depend on the settings of the service', () => {
    const uris = ['http://localhost', 'cursor://anysphere.cursor-mcp/oauth/callback']
    assert.deepEqual(listed({ ...PUBLIC, extraRedirectUris: uris }).blocked, [])
    assert.deepEqual(listed({ ...PUBLIC, extraRedirectUris: uris.slice(0, 1) }).blocked, [
      'Cursor: Needs one setting',
    ])
    assert.deepEqual(listed({ ...PUBLIC, clientMetadataDocuments: false }).blocked, [
      'Claude Code: Needs one setting',
      'Cursor: Needs one setting',
      'Gemini CLI: Needs one setting',
      'MCP Inspector, as a web page: Needs one setting',
    ])
  })

  it('each have a page with what to copy, or with what is needed first, and never both', () => {
    for (const view of [PUBLIC, LOCAL, { ...PUBLIC, baseUrl: 'http://queue.example.org' }]) {
      const { works } = listed(view)
      for (const app of APPS) {
        const page = render({ ...view, app })
        const name = unescapeHtml(/<h1>Connect (.*?)<\/h1>/.exec(page)?.[1] ?? '')
        const isReady = works.includes(name)
        assert.equal(page.includes('class="needs"'), !isReady, `${name} at ${view.baseUrl}`)
        assert.equal(page.includes('class="steps"') && !page.includes('public-address'), isReady, name)
      }
    }
  })

  it('get the address in a command, a configuration or a link that opens the app', () => {
    const address = 'https://queue.example.org/mcp'
    assert.deepEqual(codes('claude'), [address])
    assert.deepEqual(codes('claude-code'), [
      `claude mcp add --transport http reading-queue ${address}\nclaude mcp login reading-queue`,
    ])
    assert.deepEqual(codes('codex'), [`codex mcp add reading-queue --url ${address}`])
    assert.deepEqual(codes('vs-code'), [
      `code --add-mcp '{"name":"reading-queue","type":"http","url":"${address}"}'`,
    ])
    assert.deepEqual(codes('gemini-cli'), [`gemini mcp add --transport http reading-queue ${address}`])
    assert.deepEqual(JSON.parse(codes('cursor')[0]!), { mcpServers: { 'reading-queue': { url: address } } })
    assert.deepEqual(JSON.parse(codes('zed')[0]!), { context_servers: { 'reading-queue': { url: address } } })
    assert.deepEqual(JSON.parse(codes('opencode')[0]!), {
      mcp: { 'reading-queue': { type: 'remote', url: address } },
    })
    assert.deepEqual(JSON.parse(codes('mcp-remote')[0]!), {
      mcpServers: {
        'reading-queue': { command: 'npx', args: ['-y', 'mcp-remote', address, '--host', '127.0.0.1'] },
      },
    })
    assert.deepEqual(codes('inspector-cli'), [
      `npx @modelcontextprotocol/inspector --cli ${address} --method tools/list`,
    ])

    const link = (id: string) =>
      unescapeHtml(/<a class="button main" href="([^"]*)"/.exec(page(id))?.[1] ?? '')
    const vsCode = new URL(link('vs-code'))
    assert.equal(`${vsCode.protocol}${vsCode.pathname}`, 'vscode:mcp/install')
    assert.deepEqual(JSON.parse(decodeURIComponent(vsCode.search.slice(1))), {
      name: 'reading-queue',
      type: 'http',
      url: address,
    })
    const cursor = new URL(link('cursor'))
    assert.equal(
      `${cursor.protocol}//${cursor.host}${cursor.pathname}`,
      'cursor://anysphere.cursor-deeplink/mcp/install',
    )
    assert.equal(cursor.searchParams.get('name'), 'reading-queue')
    const config = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString()
    assert.deepEqual(JSON.parse(config), { url: address })
  })

  it('that need a setting lead the owner to it, and others to the operator', () => {
    const callbacks = 'http://localhost cursor://anysphere.cursor-mcp/oauth/callback'
    const app = findApp('cursor')
    const owner = render({ ...PUBLIC, app, isOwner: true })
    assert.match(owner, /<a href="\/account\/service#callbacks">Allow its callbacks<\/a>/)
    const other = render({ ...PUBLIC, app })
    assert.doesNotMatch(other, /account\/service/)
    const ask = `Ask whoever runs this service to allow its callbacks: ${callbacks}.`
    assert.ok(plain(other).includes(ask))
    const allowed = render({ ...PUBLIC, app, extraRedirectUris: callbacks.split(' ') })
    assert.ok(plain(allowed).includes(`This service allows them: ${callbacks}.`))
  })

  it('that need a public address say why, and explain step by step how to get one', () => {
    const text = plain(render({ ...LOCAL, app: findApp('claude') }))
    assert.match(
      text,
      /Claude connects from its maker’s servers\. They can’t reach this address, which only this computer can\./,
    )
    assert.match(text, /With a tunnel, from this computer .*tailscale funnel 3000/)
    assert.match(text, /cloudflared tunnel --url http:\/\/localhost:3000/)
    assert.match(text, /caddy reverse-proxy --from queue\.example\.org --to localhost:3000/)
    assert.match(text, /BASE_URL=https:\/\/queue\.example\.org TRUST_PROXY=1 npm start/)
  })
})

describe('The result of the connector check', () => {
  const person = { email: 'ada@example.org', formToken: 'token', settings: DEFAULT_APPEARANCE }
  const result = (view: ConnectView, outcome: 'ok' | 'failed') => {
    const steps = [{ title: 'A step', outcome, ...(outcome === 'failed' && { problem: 'It fails.' }) }]
    const text = String(connectorCheckPage({ ...view, person, steps }))
    const list = /<ul class="verdicts">(.*?)<\/ul>/s.exec(text)?.[1] ?? ''
    return [...list.matchAll(/<li class="(\w+)">(.*?)<\/li>/gs)].map(
      ([, look, item = '']) => `${look}: ${plain(item)}`,
    )
  }

  it('says for each app whether it can connect now, and what else it needs', () => {
    const local = result(LOCAL, 'ok')
    assert.equal(local.length, APPS.length)
    assert.deepEqual(local.slice(0, 3), [
      'failed: ✕ Claude: Needs a public address',
      'failed: ✕ ChatGPT: Needs a public address',
      'ok: ✓ Claude Code: Can connect',
    ])
    assert.equal(result(PUBLIC, 'ok')[0], 'ok: ✓ Claude: Can connect')
    const failed = result(PUBLIC, 'failed')
    assert.equal(failed[0], 'failed: ✕ Claude: Can’t connect yet: the step above fails.')
    assert.ok(failed.every((line) => line.startsWith('failed: ')))
  })
})

function render(view: ConnectView): string {
  return String(connectPage(view))
}

function page(id: string): string {
  const extraRedirectUris = ['http://localhost', 'cursor://anysphere.cursor-mcp/oauth/callback']
  return render({ ...PUBLIC, extraRedirectUris, app: findApp(id) })
}

/** What is ready to be copied on an app's page. */
function codes(id: string): string[] {
  return [...page(id).matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, code = '']) =>
    unescapeHtml(code.replaceAll('<wbr />', '')),
  )
}

/** The apps of both lists, with what they need. */
function listed(view: ConnectView): { works: string[]; blocked: string[] } {
  const text = render(view)
  const list = (name: string) => {
    const section = new RegExp(`<section class="apps ${name}"(.*?)</section>`, 's').exec(text)?.[1] ?? ''
    return [...section.matchAll(/<li>.*?(<a.*?)<\/li>/gs)].map(([, item = '']) =>
      plain(item.replace('<span', ': <span')).replace(' : ', ': '),
    )
  }
  return { works: list('works'), blocked: list('blocked') }
}

function plain(inner: string): string {
  return unescapeHtml(inner.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).trim()
}
