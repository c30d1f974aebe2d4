import { Failure } from '../failure.ts'
import { PATHS } from '../config/paths.ts'

/**
 * Every token is bound to `{base_url}/mcp`. That and our other names for the same thing are accepted
 * as `resource` (RFC 8707); a foreign one throws `invalid_target`, or another server that names us as
 * its issuer would be handed live tokens by its clients.
 */
export function checkResource(resources: string[], baseUrl: string): void {
  const accepted = [baseUrl + PATHS.mcp, baseUrl, `${baseUrl}/`, baseUrl + PATHS.queue]
  if (!resources.every((resource) => accepted.includes(resource))) {
    throw new Failure('invalid_target', `The resource must be ${baseUrl}${PATHS.mcp}, or be left out.`)
  }
}
