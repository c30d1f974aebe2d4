import { html } from 'hono/html'
import { attributes } from '../parts/attributes.ts'
import { withBreaks } from '../parts/with-breaks.ts'
import type { Fragment } from '../fragment.ts'
import type { Slot } from '../messages/format/slot.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.connect

/** How to connect one app. */
type Guide = {
  id: string
  name: string
  steps: Slot[]
  /** A command or configuration to copy, shown before the steps. */
  code?: string
  /** Callbacks that the operator has to allow first. */
  callbacks?: string[]
}

/** How to connect common apps to the MCP endpoint at `address`. */
export function connectGuides(address: string, extraRedirectUris: string[], isOwner: boolean): Fragment {
  return html`${guides(address).map((guide) => {
    const headingId = `connect-${guide.id}`
    return html`<section ${attributes({ 'aria-labelledby': headingId })}>
      <h2 id="${headingId}">${guide.name}</h2>
      ${guide.callbacks && needs(guide.name, guide.callbacks, extraRedirectUris, isOwner)}
      ${guide.code !== undefined && codeBlock(guide.code)}
      <ol class="steps">
        ${guide.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
    </section>`
  })}`
}

function codeBlock(code: string): Fragment {
  return html`<pre><code>${withBreaks(code)}</code></pre>`
}

function needs(name: string, uris: string[], allowed: string[], isOwner: boolean): Fragment {
  const list = html`<code>${uris.join(' ')}</code>`
  if (uris.every((uri) => allowed.includes(uri)))
    return html`<p class="needs">${messages.callbackNote.allowed(list)}</p>`
  const link = (text: string) => html`<a href="/account/service#callbacks">${text}</a>`
  return html`<p class="needs">
    <strong>${messages.callbackNote.missing(name)}</strong>
    ${isOwner ? messages.callbackNote.allow(list, link) : messages.callbackNote.ask(list)}
  </p>`
}

/** The configuration format that many apps use for MCP servers. */
function serverListJson(members: string): string {
  return `{
  "mcpServers": {
    "reading-queue": {
      ${members}
    }
  }
}`
}

function guides(address: string): Guide[] {
  const { cursor, claudeCode, mcpRemote, programs, ...plain } = messages.guides
  return [
    { id: 'claude', ...plain.claude },
    { id: 'chatgpt', ...plain.chatgpt },
    { id: 'vs-code', ...plain.vsCode },
    {
      id: 'cursor',
      name: cursor.name,
      callbacks: ['http://localhost', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      code: serverListJson(`"url": "${address}"`),
      steps: cursor.steps(html`<code>~/.cursor/mcp.json</code>`),
    },
    {
      id: 'claude-code',
      name: claudeCode.name,
      callbacks: ['http://localhost'],
      code: `claude mcp add --transport http reading-queue ${address}`,
      steps: claudeCode.steps(html`<code>/mcp</code>`),
    },
    {
      id: 'inspector-cli',
      ...plain.inspectorCli,
      code: `npx @modelcontextprotocol/inspector --cli ${address} --method tools/list`,
    },
    {
      id: 'inspector-web',
      ...plain.inspectorWeb,
      callbacks: ['http://localhost'],
      code: 'npx @modelcontextprotocol/inspector',
    },
    {
      id: 'mcp-remote',
      name: mcpRemote.name,
      code: serverListJson(
        `"command": "npx",\n      "args": ["-y", "mcp-remote", "${address}", "--host", "127.0.0.1"]`,
      ),
      steps: mcpRemote.steps(html`<code>--host 127.0.0.1</code>`, html`<code>http://localhost</code>`),
    },
    { id: 'programs', name: programs.name, steps: programs.steps(html`<a href="/auth.md">/auth.md</a>`) },
  ]
}
