import { prompts } from '../../mcp/prompts.ts'
import { PATHS } from '../../config/paths.ts'
import { toolList } from '../mcp/call-tool.ts'

/** The recipe by which an agent gets access; its examples are run by the tests as they stand here. */
export function authMd(baseUrl: string, takesLocalhost: boolean): string {
  const localhost = takesLocalhost
    ? 'This service also accepts `http://localhost`.'
    : 'Use `127.0.0.1`, not `localhost`, which is refused here.'
  return `# Reading Queue auth.md: how an agent gets access

Reading Queue keeps the links that a person saved for later. An agent may save, read and manage them
**for a person who authorizes it**. There is no machine identity and no anonymous access. There is one
access level, \`queue\`: full reading and writing. Everything an agent does is recorded with its name; the person
sees it, can undo it, and can revoke the access at any time.

## 1. Discover

\`\`\`sh
curl -s ${baseUrl}${PATHS.resourceMetadata}
curl -s ${baseUrl}${PATHS.serverMetadata}
\`\`\`

## 2. Register

\`\`\`sh
curl -s ${baseUrl}${PATHS.register} \\
  -H 'Content-Type: application/json' \\
  -d '{"redirect_uris":["http://127.0.0.1:8765/callback"],"client_name":"Example Agent","token_endpoint_auth_method":"none"}'
\`\`\`

The answer is 201 with a \`client_id\`. There is no client secret: clients are public and use PKCE. A
registration that is never used expires after 7 days. Redirect URIs are \`https\`, \`http://127.0.0.1\` or
\`http://[::1]\`; for the last two the port may differ at each authorization. ${localhost}
Which apps need more than that, and the operator's switch for it, is told at ${baseUrl}/connect.

## 3. Authorize

Make a \`code_verifier\` (43 to 128 random characters of \`A-Z a-z 0-9 - . _ ~\`), and send the person's
browser to this address with your own values:

\`\`\`text
${baseUrl}${PATHS.authorize}?response_type=code&client_id={client_id}&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback&code_challenge={base64url of SHA-256 of code_verifier}&code_challenge_method=S256&state={state}&resource=${encodeURIComponent(baseUrl + PATHS.mcp)}
\`\`\`

The person signs in and approves or denies. Your redirect URI then gets \`code\`, \`state\` and \`iss\`, or
\`error\`, \`state\` and \`iss\`. Check that \`state\` is yours and that \`iss\` is \`${baseUrl}\`.

## 4. Exchange the code

\`\`\`sh
curl -s ${baseUrl}${PATHS.token} \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d redirect_uri=http://127.0.0.1:8765/callback \\
  -d client_id="$CLIENT_ID" \\
  -d code_verifier="$CODE_VERIFIER"
\`\`\`

A code lives 60 seconds and works once. The answer holds \`access_token\`, \`refresh_token\`, \`token_type\`,
\`expires_in\` (seconds) and \`scope\`.

## 5. Use the queue

\`\`\`sh
curl -s ${baseUrl}${PATHS.queue} \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Accept: application/vnd.siren+json'
\`\`\`

The answer is a Siren entity. Follow its \`links\` and submit its \`actions\` (href, method, type, fields);
do not build addresses yourself. Saving a link is the action \`save-link\`:

\`\`\`sh
curl -s ${baseUrl}${PATHS.queue} \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.org/on-hypermedia","tags":["web"],"reason":"You asked for articles on hypermedia"}'
\`\`\`

What you change is written down with your name, and the person can take it back. The link \`monitor\` leads to the changes
of everybody: page by page, with \`wait\` (seconds, up to 30) as soon as there are some, or with
\`Accept: text/event-stream\` as they come. The action \`undo-change\` takes one back by its number.

What the members of the entities mean is told at ${baseUrl}/profiles/queue.

### With MCP

The same token opens \`${baseUrl}${PATHS.mcp}\`: Streamable HTTP without sessions, the revisions of 2026-07-28
and from 2025-03-26 on. A client that is given this address alone finds everything else through the 401.

- Tools: ${toolList.map(({ name }) => `\`${name}\``).join(', ')}
- \`${baseUrl}${PATHS.readOnlyMcp}\` offers only the tools that read, with the same token
- Resources: \`queue://unread\`, \`queue://items/{id}\`
- Prompts: ${prompts.map(({ name }) => `\`${name}\``).join(', ')}

## 6. Refresh

\`\`\`sh
curl -s ${baseUrl}${PATHS.token} \\
  -d grant_type=refresh_token \\
  -d refresh_token="$REFRESH_TOKEN" \\
  -d client_id="$CLIENT_ID"
\`\`\`

The answer is a new pair. The new refresh token replaces the old one: keep it before you use it.

## 7. Revoke

\`\`\`sh
curl -s ${baseUrl}${PATHS.revoke} \\
  -H 'Content-Type: application/json' \\
  -d '{"token":"'"$ACCESS_TOKEN"'"}'
\`\`\`

Revoking either token of a pair drops both. \`client_id\` is optional here; a token that was issued to another client is
left alone. The person can revoke it too, on the agents page.

## 8. Errors

${accessErrors(baseUrl)}

## 9. More

- [Protected resource metadata](${baseUrl}${PATHS.resourceMetadata})
- [Authorization server metadata](${baseUrl}${PATHS.serverMetadata})
- [Short guide](${baseUrl}${PATHS.guide})
- [API catalog](${baseUrl}${PATHS.apiCatalog})
- [What the queue's entities mean](${baseUrl}/profiles/queue)
`
}

/** What the errors of the OAuth endpoints and of a token mean, as a table. */
export function accessErrors(baseUrl: string): string {
  return `| answer | meaning | what to do |
| --- | --- | --- |
| 400 \`invalid_request\` | a parameter is missing or malformed | correct it |
| 400 \`invalid_client\` | the client_id is not registered, or its unused registration expired | register again |
| 400 \`invalid_redirect_uri\` | a redirect URI is neither https nor loopback | use another one |
| 400 \`invalid_client_metadata\` | the metadata is not supported, such as an auth method other than \`none\` | leave it out |
| 400 \`invalid_grant\` | the code or refresh token is unknown, expired, used, revoked or another client's | authorize again |
| 400 \`unsupported_grant_type\` | the grant type is neither of the two above | correct it |
| 400 \`invalid_target\` | the resource is not ours | send \`${baseUrl}${PATHS.mcp}\` or nothing |
| 401 \`access_denied\` | nobody is signed in, or the person denied | ask the person |
| 401 with \`WWW-Authenticate\` | the access token is missing, expired or revoked | refresh, else authorize again |
| 410 | the changes asked for are not kept any more | go on with \`after=latest\` |
| 429 | too many requests, or more changes than one agent may make | wait the seconds of \`Retry-After\` |`
}
