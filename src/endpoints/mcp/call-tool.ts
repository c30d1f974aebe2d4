import { Failure, type FailureCode } from '../../failure.ts'
import { argumentsOfCall } from '../../mcp/arguments.ts'
import { fault, mistake, type ToolResult } from '../../mcp/result.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { currentRequest } from '../../ports/log.ts'
import type { Services } from '../../services.ts'
import { PATHS } from '../../config/paths.ts'
import { changeItemsTool, type Tool, toolFor, toolName } from '../../mcp/tool.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import { nearestName } from '../../text/nearest-name.ts'
import type { RunnableTool } from './runnable-tool.ts'
import { actionTools } from './action-tools.ts'
import { readingTools } from './reading-tools.ts'

export type ToolsetName = 'all' | 'reading'

/** The tools of an endpoint, in the order in which every client lists them. */
export type Toolset = { listed: { tools: Tool[] }; byName: Map<string, RunnableTool> }

function toolset(tools: RunnableTool[]): Toolset {
  return {
    listed: { tools: tools.map(({ tool }) => tool) },
    byName: new Map(tools.map((runnable) => [runnable.tool.name, runnable])),
  }
}

const TOOLSETS: Record<ToolsetName, Toolset> = {
  all: toolset([...readingTools, ...actionTools]),
  reading: toolset(readingTools),
}

export function toolsetOf(name: ToolsetName): Toolset {
  return TOOLSETS[name]
}

/** All tools, for the documentation. */
export const toolList = TOOLSETS.all.listed.tools

/** What to call instead of a tool that does not exist here. */
export function explainUnknown(name: string, { byName }: Toolset): string {
  const action = catalogue.find((known) => toolName(known.name) === toolName(name))
  const right = action ? toolFor(action) : nearestName(name, [...TOOLSETS.all.byName.keys()])
  const isElsewhere = right !== undefined && !byName.has(right)
  const cure = isElsewhere
    ? `${PATHS.readOnlyMcp} only reads; ${right} is at ${PATHS.mcp}.`
    : right === undefined
      ? 'Call tools/list for those there are.'
      : `Call ${right}${action && right === changeItemsTool.name ? ` with action ["${action.name}"]` : ''}.`
  const shown = name.slice(0, MAX_SHOWN_NAME).toWellFormed()
  return `There is no tool "${shown}" here. ${cure}`
}

const MAX_SHOWN_NAME = 100

/** Failures of the access itself, which are HTTP responses instead of tool results. */
const REFUSALS = new Set<FailureCode>(['unauthorized', 'paused'])

/**
 * Calls a tool; undefined if there is no such tool. Mistakes of the caller become results with an explanation. Throws
 * `unauthorized` or `paused` if access ended during the call.
 */
export async function callTool(
  services: Services,
  bearer: Bearer,
  { byName }: Toolset,
  name: string,
  input: RawInput,
): Promise<ToolResult | undefined> {
  const runnable = byName.get(name)
  if (!runnable) return undefined
  try {
    return await runnable.run(services, bearer, argumentsOfCall(runnable.tool, input))
  } catch (error) {
    if (error instanceof Failure && REFUSALS.has(error.code)) throw error
    if (error instanceof Failure) return mistake(error)
    const requestId = currentRequest()?.requestId ?? services.random.id()
    services.log.error('A tool call failed by a bug', error, { requestId, tool: name })
    return fault(requestId)
  }
}
