import { Failure } from '../failure.ts'
import { PATHS } from '../config/paths.ts'

/**
 * Every token is bound to `{base_url}/mcp`, which has a few aliases (RFC 8707). Throws `invalid_target` for any other
 * resource: another server could name us as its authorization server, and would receive valid tokens from its clients.
 */
export function checkResource(resources: string[], baseUrl: string): void {
  const accepted = [baseUrl + PATHS.mcp, baseUrl, `${baseUrl}/`, baseUrl + PATHS.queue]
  if (!resources.every((resource) => accepted.includes(resource))) {
    throw new Failure('invalid_target', `The resource must be ${baseUrl}${PATHS.mcp}, or omitted.`)
  }
}
