import { Failure, type FailureCode } from '../../failure.ts'
import { argumentsOfCall } from '../../mcp/arguments.ts'
import { fault, mistake, type ToolResult } from '../../mcp/result.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { currentRequest } from '../../ports/log.ts'
import type { Services } from '../../services.ts'
import { actionTools } from './action-tools.ts'
import { readingTools } from './reading-tools.ts'

const tools = [...readingTools, ...actionTools]
const byName = new Map(tools.map((runnable) => [runnable.tool.name, runnable]))

/** All tools, in the order in which every client lists them. */
export const toolList = tools.map(({ tool }) => tool)

/** Failures of the access itself, which are HTTP responses instead of tool results. */
const REFUSALS = new Set<FailureCode>(['unauthorized', 'paused'])

/**
 * Calls a tool; undefined if there is no such tool. Mistakes of the caller become results with an explanation. Throws
 * `unauthorized` or `paused` if access ended during the call.
 */
export async function callTool(
  services: Services,
  bearer: Bearer,
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
