import { allMessages } from '../messages/messages.ts'

const messages = allMessages.connect.apps

/** The name under which apps keep this service. */
const SERVER_NAME = 'reading-queue'

/** What an app needs of this service, and how it is given the address of the MCP endpoint. */
export type App = {
  id: keyof typeof messages
  /** Where it connects from: its maker's servers, or the computer that it runs on. */
  runsOn: 'servers' | 'computer'
  /** Whether it names itself by a metadata document, where that is accepted, instead of registering. */
  hasDocument?: true
  /** Redirect URIs that have to be allowed before it can register. */
  callbacks?: string[]
  /** Whether it only connects to port 443. */
  needsDefaultPort?: true
  /** A link that opens the app and adds the service. */
  link?: (address: string) => string
  /** A command or configuration to copy. */
  code?: (address: string) => string
}

const LOCALHOST = 'http://localhost'

/** Common apps, those that most people have first. */
export const APPS: App[] = [
  { id: 'claude', runsOn: 'servers', hasDocument: true, needsDefaultPort: true, code: (address) => address },
  { id: 'chatgpt', runsOn: 'servers', hasDocument: true, code: (address) => address },
  {
    id: 'claude-code',
    runsOn: 'computer',
    hasDocument: true,
    callbacks: [LOCALHOST],
    code: (address) =>
      `claude mcp add --transport http ${SERVER_NAME} ${address}\nclaude mcp login ${SERVER_NAME}`,
  },
  {
    id: 'codex',
    runsOn: 'computer',
    hasDocument: true,
    code: (address) => `codex mcp add ${SERVER_NAME} --url ${address}`,
  },
  {
    id: 'vs-code',
    runsOn: 'computer',
    hasDocument: true,
    link: (address) => `vscode:mcp/install?${encodeURIComponent(vsCodeServer(address))}`,
    code: (address) => `code --add-mcp '${vsCodeServer(address)}'`,
  },
  {
    id: 'cursor',
    runsOn: 'computer',
    callbacks: [LOCALHOST, 'cursor://anysphere.cursor-mcp/oauth/callback'],
    link: (address) => {
      const config = Buffer.from(JSON.stringify({ url: address })).toString('base64')
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${encodeURIComponent(config)}`
    },
    code: (address) => formatJson({ mcpServers: { [SERVER_NAME]: { url: address } } }),
  },
  {
    id: 'gemini-cli',
    runsOn: 'computer',
    callbacks: [LOCALHOST],
    code: (address) => `gemini mcp add --transport http ${SERVER_NAME} ${address}`,
  },
  {
    id: 'zed',
    runsOn: 'computer',
    hasDocument: true,
    code: (address) => formatJson({ context_servers: { [SERVER_NAME]: { url: address } } }),
  },
  { id: 'goose', runsOn: 'computer', hasDocument: true, code: (address) => address },
  {
    id: 'opencode',
    runsOn: 'computer',
    hasDocument: true,
    code: (address) => formatJson({ mcp: { [SERVER_NAME]: { type: 'remote', url: address } } }),
  },
  {
    id: 'mcp-remote',
    runsOn: 'computer',
    code: (address) =>
      formatJson({
        mcpServers: {
          [SERVER_NAME]: { command: 'npx', args: ['-y', 'mcp-remote', address, '--host', '127.0.0.1'] },
        },
      }),
  },
  {
    id: 'inspector-cli',
    runsOn: 'computer',
    code: (address) => `npx @modelcontextprotocol/inspector --cli ${address} --method tools/list`,
  },
  {
    id: 'inspector-web',
    runsOn: 'computer',
    callbacks: [LOCALHOST],
    code: () => 'npx @modelcontextprotocol/inspector',
  },
  { id: 'programs', runsOn: 'computer', code: (address) => address },
]

/** The app with an id from a query. */
export function findApp(id: string | undefined): App | undefined {
  return APPS.find((app) => app.id === id)
}

function vsCodeServer(address: string): string {
  return JSON.stringify({ name: SERVER_NAME, type: 'http', url: address })
}

function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
