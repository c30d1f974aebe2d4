import { html } from 'hono/html'
import { attributes } from './attributes.ts'
import { breakable } from './breakable.ts'
import type { Fragment } from '../fragment.ts'
import type { Slot } from '../words/slot.ts'
import { allWords } from '../words/words.ts'

const words = allWords.connect
const SETTING = html`<code>EXTRA_REDIRECT_URIS</code>`

/** How one program is connected. */
type Guide = {
  id: string
  name: string
  steps: Slot[]
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
  const say = isSet ? words.needs.allowed : words.needs.missing
  const strong = (text: string) => html`<strong>${text}</strong>`
  return html`<p class="needs">${say(SETTING, html`<code>${uris.join(' ')}</code>`, strong)}</p>`
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
  const { cursor, claudeCode, mcpRemote, programs, ...plain } = words.guides
  return [
    { id: 'claude', ...plain.claude },
    { id: 'chatgpt', ...plain.chatgpt },
    { id: 'vs-code', ...plain.vsCode },
    {
      id: 'cursor',
      name: cursor.name,
      needs: ['http://localhost', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      code: serverList(`"url": "${address}"`),
      steps: cursor.steps(html`<code>~/.cursor/mcp.json</code>`),
    },
    {
      id: 'claude-code',
      name: claudeCode.name,
      needs: ['http://localhost'],
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
      needs: ['http://localhost'],
      code: 'npx @modelcontextprotocol/inspector',
    },
    {
      id: 'mcp-remote',
      name: mcpRemote.name,
      code: serverList(
        `"command": "npx",\n      "args": ["-y", "mcp-remote", "${address}", "--host", "127.0.0.1"]`,
      ),
      steps: mcpRemote.steps(
        html`<code>--host 127.0.0.1</code>`,
        html`<code>http://localhost</code>`,
        SETTING,
      ),
    },
    { id: 'programs', name: programs.name, steps: programs.steps(html`<a href="/auth.md">/auth.md</a>`) },
  ]
}
