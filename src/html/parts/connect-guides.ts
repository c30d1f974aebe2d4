import { html } from 'hono/html'
import { attributes } from './attributes.ts'
import { breakable } from './breakable.ts'
import type { Fragment } from '../fragment.ts'

/** How one program is connected. */
type Guide = {
  id: string
  name: string
  steps: Fragment[]
  /** What is typed or pasted, shown before the steps. */
  code?: string
  /** Callbacks that the operator has to allow first. */
  needs?: string[]
}

/** How each common client is connected to the MCP endpoint at `address`. */
export function connectGuides(address: string, extraRedirectUris: string[]): Fragment {
  return html`${guides(address).map((guide) => {
    const headingId = `connect-${guide.id}`
    return html`<section ${attributes({ 'aria-labelledby': headingId })}>
      <h2 id="${headingId}">${guide.name}</h2>
      ${guide.needs && needs(guide.needs, extraRedirectUris)}
      ${guide.code !== undefined && codeBlock(guide.code)}
      <ol class="steps">
        ${guide.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
    </section>`
  })}`
}

function codeBlock(code: string): Fragment {
  return html`<pre><code>${breakable(code)}</code></pre>`
}

function needs(uris: string[], extraRedirectUris: string[]): Fragment {
  const isSet = uris.every((uri) => extraRedirectUris.includes(uri))
  const value = html`<code>${uris.join(' ')}</code>`
  return isSet
    ? html`<p class="needs">
        It is called back at addresses of its own, which have to be allowed. <strong>They are</strong>:
        <code>EXTRA_REDIRECT_URIS</code> of this service holds ${value}.
      </p>`
    : html`<p class="needs">
        It is called back at addresses of its own, which have to be allowed.
        <strong>They are not yet</strong>: whoever runs this service puts ${value} into
        <code>EXTRA_REDIRECT_URIS</code> and restarts it.
      </p>`
}

/** The JSON in which many apps keep their MCP servers, with this one in it. */
function serverList(members: string): string {
  return `{
  "mcpServers": {
    "reading-queue": {
      ${members}
    }
  }
}`
}

function guides(address: string): Guide[] {
  const approve = html`Sign in here, if you are not, and approve.`
  return [
    {
      id: 'claude',
      name: 'Claude, on the web and on the desktop',
      steps: [
        html`Open Settings (in some versions Customize), then Connectors.`,
        html`Choose “Add custom connector”, give it a name and paste the address.`,
        html`Choose Connect. ${approve}`,
      ],
    },
    {
      id: 'chatgpt',
      name: 'ChatGPT',
      steps: [
        html`Open Settings, then Connectors (in some versions Apps), and switch on Developer mode under
        Advanced.`,
        html`Choose Create, give it a name, paste the address and take OAuth for the sign-in.`,
        approve,
      ],
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      steps: [
        html`Run “MCP: Add Server…” from the command palette and choose HTTP.`,
        html`Paste the address and give it a name.`,
        html`Allow the sign-in that VS Code asks for. ${approve}`,
      ],
    },
    {
      id: 'cursor',
      name: 'Cursor',
      needs: ['http://localhost', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      code: serverList(`"url": "${address}"`),
      steps: [
        html`Put this into <code>~/.cursor/mcp.json</code>.`,
        html`Open Cursor’s settings, find reading-queue under MCP and choose to sign in. ${approve}`,
      ],
    },
    {
      id: 'claude-code',
      name: 'Claude Code',
      needs: ['http://localhost'],
      code: `claude mcp add --transport http reading-queue ${address}`,
      steps: [
        html`Run this in a terminal.`,
        html`In Claude Code run <code>/mcp</code>, choose reading-queue and Authenticate. ${approve}`,
      ],
    },
    {
      id: 'inspector-cli',
      name: 'MCP Inspector, in the terminal',
      code: `npx @modelcontextprotocol/inspector --cli ${address} --method tools/list`,
      steps: [html`Run this and open the address that it prints.`, approve],
    },
    {
      id: 'inspector-web',
      name: 'MCP Inspector, as a web page',
      needs: ['http://localhost'],
      code: 'npx @modelcontextprotocol/inspector',
      steps: [
        html`Run this and, on the page that opens, choose Streamable HTTP.`,
        html`Paste the address and choose Connect. ${approve}`,
      ],
    },
    {
      id: 'mcp-remote',
      name: 'Apps that only start local servers, with mcp-remote',
      code: serverList(
        `"command": "npx",\n      "args": ["-y", "mcp-remote", "${address}", "--host", "127.0.0.1"]`,
      ),
      steps: [
        html`Put this into the app’s list of MCP servers and restart the app.`,
        html`Your browser opens. ${approve}`,
        html`Without <code>--host 127.0.0.1</code> it also needs <code>http://localhost</code> in
          <code>EXTRA_REDIRECT_URIS</code>.`,
      ],
    },
    {
      id: 'programs',
      name: 'Programs of your own',
      steps: [
        html`Speak MCP, Streamable HTTP, or the plain API: <a href="/auth.md">/auth.md</a> tells how to
          register, get permission and call it, with examples to run.`,
      ],
    },
  ]
}
