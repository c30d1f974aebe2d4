import { PATHS } from '../../config/paths.ts'
import type { OwnAddress, OwnResponse } from '../../ports/own-address.ts'
import { request } from './step-failure.ts'

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_queue', arguments: { limit: 1 } },
})

/** Calls a read-only MCP tool over the public address. Throws StepFailure. */
export function callTool(
  services: { ownAddress: OwnAddress; config: { baseUrl: string } },
  accessToken: string | undefined,
): Promise<OwnResponse> {
  return request(services, PATHS.mcp, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
      ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
    },
    body: CALL,
  })
}
