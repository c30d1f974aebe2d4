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
import { APP_META, APP_TYPE, APPS_EXTENSION, pageOfApp } from '../../mcp/apps/app.ts'
import { INSTRUCTIONS, READ_ONLY_INSTRUCTIONS } from '../../mcp/instructions.ts'
import { prompts } from '../../mcp/prompts.ts'
import { pausedAgent } from '../../oauth/verify-access-token.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { VERSION } from '../../version.ts'
import { callTool, explainUnknown, type ToolsetName, toolsetOf } from './call-tool.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import type { McpCall } from './runnable-tool.ts'

const publicHint = { ttlMs: HOUR, cacheScope: 'public' } as const
const privateHint = { ttlMs: 0, cacheScope: 'private' } as const

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {}, extensions: { [APPS_EXTENSION]: {} } },
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
    arguments: given.map((argument) => ({ ...argument, format: undefined })),
  })),
}

/** Answers messages whose `authInfo.extra.call` is an McpCall. */
export function mcpHandler(services: Services, toolset: ToolsetName): McpHttpHandler {
  return createMcpHandler(
    ({ authInfo }) => mcpServer(services, authInfo?.extra?.['call'] as McpCall, toolset),
    {
      onerror: (error) => services.log.warn('An MCP request was refused', { reason: error.message }),
    },
  )
}

/** The MCP server of one request; one object can't be connected twice. */
function mcpServer(services: Services, call: McpCall, toolset: ToolsetName): Server {
  const tools = toolsetOf(toolset)
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
    { ...OPTIONS, instructions: toolset === 'read-only' ? READ_ONLY_INSTRUCTIONS : INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => tools.listed)
  server.setRequestHandler('tools/call', async ({ params }) => {
    const args = call.args ?? params.arguments ?? {}
    const result = await callTool(services, call, { toolset: tools, name: params.name, input: args }).catch(
      (refusal) => {
        call.refusal = refusal
        throw refusal
      },
    )
    return result ?? refuse(explainUnknown(params.name, tools))
  })
  server.setRequestHandler('resources/list', async () => ({
    resources: call.isPaused ? [] : await listResources(services, bearer),
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    const app = pageOfApp(params.uri)
    if (app) return { contents: [{ uri: params.uri, mimeType: APP_TYPE, text: app, _meta: APP_META }] }
    if (call.isPaused) return refuse(pausedAgent().detail)
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
  const wrong = prompt.arguments.find(({ name, format }) => given[name] && !format?.pattern.test(given[name]))
  if (wrong?.format) return refuse(`"${wrong.name}" must be ${wrong.format.meaning}.`)
  const text = prompt.message(given)
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}

function refuse(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
