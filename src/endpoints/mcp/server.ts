import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { assets } from '../../html/assets/assets.ts'
import { INSTRUCTIONS } from '../../mcp/instructions.ts'
import { prompts } from '../../mcp/prompts.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { VERSION } from '../../version.ts'
import { callTool, explainUnknown, type Toolset, type ToolsetName, toolsetOf } from './call-tool.ts'
import { readResource, resourceList, resourceTemplates } from './resources.ts'

const publicHint = { ttlMs: HOUR, cacheScope: 'public' } as const
const privateHint = { ttlMs: 0, cacheScope: 'private' } as const

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions: INSTRUCTIONS,
  cacheHints: {
    'tools/list': publicHint,
    'prompts/list': publicHint,
    'server/discover': publicHint,
    'resources/templates/list': publicHint,
    'resources/list': privateHint,
    'resources/read': privateHint,
  },
}

const promptsListed = {
  prompts: prompts.map(({ name, title, description, arguments: given }) => ({
    name,
    title,
    description,
    arguments: given,
  })),
}

/** The caller of a message; `refusal` is set if access ended while the message was processed. */
export type McpCall = { bearer: Bearer; refusal?: unknown }

/** Answers messages whose `authInfo.extra.call` is an McpCall. */
export function mcpHandler(services: Services, toolset: ToolsetName): McpHttpHandler {
  const tools = toolsetOf(toolset)
  return createMcpHandler(
    ({ authInfo }) => mcpServer(services, authInfo?.extra?.['call'] as McpCall, tools),
    {
      onerror: (error) => services.log.warn('An MCP request was refused', { reason: error.message }),
    },
  )
}

/** The MCP server of one request; one object can't be connected twice. */
function mcpServer(services: Services, call: McpCall, tools: Toolset): Server {
  const { bearer } = call
  const { baseUrl } = services.config
  const server = new Server(
    {
      name: 'reading-queue',
      title: 'Reading Queue',
      version: VERSION,
      websiteUrl: baseUrl,
      icons: [{ src: baseUrl + assets().logo.path, mimeType: 'image/svg+xml', sizes: ['any'] }],
    },
    OPTIONS,
  )
  server.setRequestHandler('tools/list', () => tools.listed)
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await callTool(services, bearer, tools, params.name, params.arguments ?? {}).catch(
      (refusal) => {
        call.refusal = refusal
        throw refusal
      },
    )
    return result ?? refuse(explainUnknown(params.name, tools))
  })
  server.setRequestHandler('resources/list', () => ({ resources: resourceList }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    const resource = await readResource(services, bearer, params.uri)
    if (!resource) throw new ResourceNotFoundError(params.uri, `There is no resource ${params.uri}.`)
    return resource
  })
  server.setRequestHandler('prompts/list', () => promptsListed)
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  return server
}

function getPrompt(name: string, given: Record<string, string>) {
  const prompt = prompts.find((prompt) => prompt.name === name)
  if (!prompt) return refuse(`There is no prompt "${name}".`)
  const missing = prompt.arguments.find((argument) => argument.required && !given[argument.name])
  if (missing) return refuse(`The prompt "${name}" needs the argument "${missing.name}".`)
  const text = prompt.message(given)
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}

function refuse(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
