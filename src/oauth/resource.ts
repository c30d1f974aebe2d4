import { Failure } from '../failure.ts'
import { PATHS } from '../config/paths.ts'

/**
 * A token is valid for the whole service, so any of its resources may be named (RFC 8707). Throws `invalid_target` for
 * any other one: another server could name us as its authorization server, and would receive valid tokens from its clients.
 */
export function requireResource(resources: string[], baseUrl: string): void {
  const accepted = [PATHS.mcp, PATHS.readOnlyMcp, '', '/', PATHS.queue].map((path) => baseUrl + path)
  if (!resources.every((resource) => accepted.includes(resource))) {
    throw new Failure(
      'invalid_target',
      `The resource must be ${accepted.filter((one) => !one.endsWith('/')).join(', ')}, or omitted.`,
    )
  }
}
