import { Failure } from '../../failure.ts'
import { resolveActionAlias, argumentsOfCall } from '../../mcp/arguments.ts'
import {
  internalErrorResult,
  isWrongCall,
  callerErrorResult,
  suggestedResult,
  type ToolResult,
} from '../../mcp/result.ts'
import { pausedAgent } from '../../oauth/verify-access-token.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { currentRequest } from '../../ports/log.ts'
import type { Services } from '../../services.ts'
import { PATHS } from '../../config/paths.ts'
import { withSentLists } from '../../mcp/sent-lists.ts'
import { changeItemsTool, listedTool, type Tool, toolFor, toolName } from '../../mcp/tool.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import { BecameSuggestion } from '../../queue/suggestions/suggestion.ts'
import { nearestName } from '../../text/nearest-name.ts'
import type { McpCall, RunnableTool } from './runnable-tool.ts'
import { actionTools } from './action-tools.ts'
import { appTools } from './app-tools.ts'
import { exampleCall } from './example-call.ts'
import { readOnlyTools } from './read-only-tools.ts'

export type ToolsetName = 'all' | 'read-only'

/** The tools of an endpoint, in the order in which every client lists them. */
export type Toolset = { listed: { tools: Tool[] }; byName: Map<string, RunnableTool> }

function toolset(tools: RunnableTool[]): Toolset {
  return {
    listed: { tools: tools.map(({ tool }) => listedTool(tool)) },
    byName: new Map(tools.map((runnable) => [runnable.tool.name, runnable])),
  }
}

const TOOLSETS: Record<ToolsetName, Toolset> = {
  all: toolset([...readOnlyTools, ...appTools, ...actionTools]),
  'read-only': toolset([...readOnlyTools, ...appTools]),
}

export function toolsetOf(name: ToolsetName): Toolset {
  return TOOLSETS[name]
}

/** All tools, for the documentation. */
export const toolList = [...TOOLSETS.all.byName.values()].map(({ tool }) => tool)

/** The error for an unknown tool, which says what to call instead. */
export function explainUnknown(name: string, { byName }: Toolset): string {
  const shown = name.slice(0, MAX_SHOWN_NAME).toWellFormed()
  if (READS_HIGHLIGHTS.test(name)) return `There is no tool "${shown}" here. ${HIGHLIGHTS_ADVICE}`
  const [verb = ''] = name.split(/[_-]/)
  // `read_…` asks for the text of an item, although `read` is an alias of `mark-read`.
  const actionName = verb === 'read' ? undefined : resolveActionAlias(verb)
  const action = catalogue.find(
    (known) => toolName(known.name) === toolName(name) || known.name === actionName,
  )
  const right = action ? toolFor(action) : nearestName(name, [...TOOLSETS.all.byName.keys()])
  const isElsewhere = right !== undefined && !byName.has(right)
  const hint = isElsewhere
    ? `${PATHS.readOnlyMcp} only reads; ${right} is at ${PATHS.mcp}.`
    : right === undefined
      ? 'Call tools/list for those there are.'
      : `Call ${right}${action && right === changeItemsTool.name ? ` with action ["${action.name}"]` : ''}.`
  return `There is no tool "${shown}" here. ${hint}`
}

const MAX_SHOWN_NAME = 100

/** Names by which other services call tools that list highlights. */
const READS_HIGHLIGHTS = /^(?:list|get|find|search|read)[\w-]{0,50}[_-](?:highlight|annotation)s?$/i
const HIGHLIGHTS_ADVICE =
  'Call get_item for the highlights of an item, or list_queue with q "has:highlight" and fields ["title","highlights"] for all.'

/**
 * Calls a tool; undefined if there is no such tool. A mistake of the caller or a pause becomes a result that explains it.
 * Throws `unauthorized` if access ended during the call.
 */
export async function callTool(
  services: Services,
  call: McpCall,
  { toolset: { byName }, name, input }: { toolset: Toolset; name: string; input: RawInput },
): Promise<ToolResult | undefined> {
  const runnable = byName.get(name)
  if (!runnable) return undefined
  try {
    if (call.isPaused) throw pausedAgent()
    return await runnable.run(
      services,
      call,
      argumentsOfCall(runnable.tool, withSentLists(runnable.tool.inputSchema, input)),
    )
  } catch (error) {
    // The HTTP response is a 401.
    if (error instanceof Failure && error.code === 'unauthorized') throw error
    if (error instanceof Failure) {
      const right = isWrongCall(error)
        ? await exampleCall(services, call.bearer.accountId, { name, input, failure: error })
        : undefined
      return callerErrorResult(error, input, right)
    }
    if (error instanceof BecameSuggestion)
      return suggestedResult(runnable.tool.outputSchema, error.suggestion)
    const requestId = currentRequest()?.requestId ?? services.random.id()
    services.log.error('A tool call failed by a bug', error, { requestId, tool: name })
    return internalErrorResult(requestId)
  }
}
