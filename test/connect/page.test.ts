import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectPage } from '../../src/html/connect/connect-page.ts'
import { signUp } from '../support/agent.ts'
import { unescapeHtml } from '../support/browser.ts'
import { onBothEngines } from '../support/service.ts'

const PUBLIC = { baseUrl: 'https://queue.example.org', extraRedirectUris: [] as string[], isOwner: false }

onBothEngines('The connect page', (service) => {
  it('is open to anyone, sets no cookie and says where to sign in for the check', async () => {
    const response = await fetch(`${service().baseUrl}/connect`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('set-cookie'), null)
    const text = await response.text()
    assert.match(text, /<a href="\/login\?return=%2Fconnect">Sign in<\/a> to run it/)
    assert.doesNotMatch(text, /<form|aria-label="Main"/)
  })

  it('shows the address to paste', async () => {
    const text = await (await fetch(`${service().baseUrl}/connect`)).text()
    assert.ok(text.includes(`<code>${service().baseUrl}<wbr />/mcp</code>`))
  })

  it('has the person, the way back and the form of the check for whoever is signed in', async () => {
    const { email, browser } = await signUp(service().baseUrl)
    const page = await browser.open('/connect')
    assert.match(page.text, new RegExp(`<bdi>${email}</bdi>`))
    assert.match(page.text, /<nav aria-label="Main">/)
    assert.deepEqual(
      page.forms.map(({ action, method }) => `${method} ${action}`),
      ['post /logout', 'post /connect/check'],
    )
  })

  it('is linked from the landing page and the Agents page', async () => {
    const { baseUrl } = service()
    assert.match(await (await fetch(baseUrl)).text(), /<a href="\/connect">/)
    const { browser } = await signUp(baseUrl)
    assert.match((await browser.open('/agents')).text, /<a href="\/connect">/)
  })
})

describe('The guides of the connect page', () => {
  it('name each common client', () => {
    assert.deepEqual(headings(PUBLIC), [
      'Does it work?',
      'Claude, on the web and on the desktop',
      'ChatGPT',
      'VS Code',
      'Cursor',
      'Claude Code',
      'MCP Inspector, in the terminal',
      'MCP Inspector, as a web page',
      'Apps that only start local servers, with mcp-remote',
      'Programs of your own',
      'Save links yourself',
    ])
  })

  it('hold what is typed with the address in it, ready to be copied', () => {
    const codes = [...render(PUBLIC).matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(
      ([, code = '']) => unescapeHtml(code.replaceAll('<wbr />', '')),
    )
    assert.deepEqual(codes, [
      `{
  "mcpServers": {
    "reading-queue": {
      "url": "https://queue.example.org/mcp"
    }
  }
}`,
      'claude mcp add --transport http reading-queue https://queue.example.org/mcp',
      'npx @modelcontextprotocol/inspector --cli https://queue.example.org/mcp --method tools/list',
      'npx @modelcontextprotocol/inspector',
      `{
  "mcpServers": {
    "reading-queue": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "https://queue.example.org/mcp", "--host", "127.0.0.1"]
    }
  }
}`,
    ])
  })

  it('say which clients need callbacks allowed, and that they are not', () => {
    const asked = /needs one setting first\. Ask whoever runs this service to allow its callbacks: (.*)\./
    assert.deepEqual(needs(PUBLIC, asked), {
      Cursor: 'http://localhost cursor://anysphere.cursor-mcp/oauth/callback',
      'Claude Code': 'http://localhost',
      'MCP Inspector, as a web page': 'http://localhost',
    })
  })

  it('lead the owner to where they are allowed', () => {
    const page = render({ ...PUBLIC, isOwner: true })
    assert.match(page, /Cursor needs one setting first\./)
    assert.match(page, /<a href="\/account\/service#callbacks">Allow its callbacks<\/a>/)
    assert.doesNotMatch(render(PUBLIC), /account\/service/)
  })

  it('say of which clients the callbacks are allowed already', () => {
    const allowed = /This service allows them: (.*)\./
    const some = { ...PUBLIC, extraRedirectUris: ['http://localhost'] }
    assert.deepEqual(needs(some, allowed), {
      'Claude Code': 'http://localhost',
      'MCP Inspector, as a web page': 'http://localhost',
    })
    const all = [...some.extraRedirectUris, 'cursor://anysphere.cursor-mcp/oauth/callback']
    assert.deepEqual(Object.keys(needs({ ...PUBLIC, extraRedirectUris: all }, allowed)), [
      'Cursor',
      'Claude Code',
      'MCP Inspector, as a web page',
    ])
  })

  it('say who cannot reach the address', () => {
    assert.equal(remark('https://queue.example.org'), undefined)
    for (const baseUrl of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      assert.equal(
        remark(baseUrl),
        'Only programs on this computer can reach this address. Claude and ChatGPT connect from their own servers, so they need the service at a public address.',
      )
    }
    for (const baseUrl of ['https://queue.example.org:8443', 'http://queue.example.org']) {
      assert.equal(
        remark(baseUrl),
        'Connectors in Claude use HTTPS on port 443 only, so they can’t reach this address.',
      )
    }
  })
})

function render(view: typeof PUBLIC): string {
  return String(connectPage(view))
}

function headings(view: typeof PUBLIC): string[] {
  return [...render(view).matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, text = '']) => text)
}

/** What the pattern finds in the remark on callbacks, by client. */
function needs(view: typeof PUBLIC, pattern: RegExp): Record<string, string> {
  const found: Record<string, string> = {}
  for (const section of render(view).split('<section').slice(1)) {
    const name = /<h2[^>]*>(.*?)<\/h2>/s.exec(section)?.[1] ?? ''
    const words = plain(/<p class="needs">(.*?)<\/p>/s.exec(section)?.[1] ?? '')
    const value = pattern.exec(words)?.[1]
    if (value !== undefined) found[name] = value
  }
  return found
}

function remark(baseUrl: string): string | undefined {
  const inner = /<p class="remark">(.*?)<\/p>/s.exec(render({ ...PUBLIC, baseUrl }))?.[1]
  return inner && plain(inner)
}

function plain(inner: string): string {
  return unescapeHtml(inner.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).trim()
}
