import { PATHS } from '../../config/paths.ts'
import { problemKinds } from '../../siren/problem.ts'

const HEAD = `| status | meaning | what to do |
| --- | --- | --- |`

/** What every status of OAuth and of the queue means, and what to do, as tables. */
export function statusTable(baseUrl: string): string {
  const problems = problemKinds.map(
    ({ type, status, title, remedy }) => `| ${status} \`${type}\` | ${title} | ${remedy} |`,
  )
  return `### OAuth

JSON with \`error\` and \`error_description\`.

${accessErrors(baseUrl)}

### The queue

Errors are \`application/problem+json\`. The table shows the last part of \`type\`; the whole URL is a page with an example
(such as ${baseUrl}/problems/not-found).

${HEAD}
| 200 | done, or already in that state | the body is the resource as it is now |
| 201 | saved a new link | keep \`Location\`, the item's address |
| 202 | suggested, not done: the person decides, see class \`suggestion\` at ${baseUrl}/profiles/queue | do not ask again; the change is listed in the changes once it is accepted |
| 204 | removed an item, by DELETE | nothing; \`restore-item\` restores it for 30 days |
| 304 | unchanged since the ETag in your If-None-Match | use your copy |
${problems.join('\n')}

Over MCP, errors are tool results with \`isError\` that say what to do; only 401, 413, 429 and 503 are HTTP statuses.`
}

/** What the errors of the OAuth endpoints and of a token mean, as a table. */
export function accessErrors(baseUrl: string): string {
  return `${HEAD}
| 400 \`invalid_request\` | a parameter is missing or malformed | correct it |
| 400 \`invalid_client\` | the client_id is not registered, or its unused registration expired | register again |
| 400 \`invalid_redirect_uri\` | a redirect URI is neither https nor loopback | use another one |
| 400 \`invalid_client_metadata\` | the metadata is not supported, such as an auth method other than \`none\` | leave it out |
| 400 \`invalid_grant\` | the code or refresh token is unknown, expired, used, revoked or another client's | authorize again |
| 400 \`unsupported_grant_type\` | the grant type is neither \`authorization_code\` nor \`refresh_token\` | correct it |
| 400 \`unsupported_response_type\` | the response type is not \`code\` | correct it |
| 400 \`invalid_target\` | the resource is not this service | send \`${baseUrl}${PATHS.mcp}\` or nothing |
| 401 \`access_denied\` | nobody is signed in, or the person denied | ask the person |
| 401 with \`WWW-Authenticate\` | the access token is missing, expired or revoked | refresh, else authorize again |
| 410 | these changes are no longer kept | go on with \`after=latest\` |
| 429 | too many requests, or more changes than one agent may make | wait the seconds of \`Retry-After\` |`
}
