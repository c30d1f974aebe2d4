import { readFileSync } from 'node:fs'
import { PATHS } from '../../config/paths.ts'

/** A separate program that agents start; it listens on the port below. */
const CALLBACK_LISTENER = readFileSync(new URL('callback-listener.mjs', import.meta.url), 'utf8')
const CALLBACK_PORT = 8765
const CALLBACK = `http://127.0.0.1:${CALLBACK_PORT}/callback`

/** The clients that the operator allows besides registered ones with callbacks on https, 127.0.0.1 and [::1]. */
export type TakenClients = { localhost: boolean; clientMetadataDocuments: boolean }

/** How an agent is registered, authorized and given tokens. */
export function gettingAccess(baseUrl: string, takes: TakenClients): string {
  const localhost = takes.localhost
    ? 'This service also accepts `http://localhost`.'
    : 'Use `127.0.0.1`, not `localhost`, which is refused here.'
  const metadataDocuments = takes.clientMetadataDocuments
    ? `
Or publish a [Client ID Metadata Document](https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/) at an
https address and use its URL as \`client_id\`, without registering: JSON of at most 5 KB with this URL as
\`client_id\`, \`client_name\` and \`redirect_uris\`. It is fetched when a person who is signed in authorizes you. It may list
\`http://localhost\`; the person is then asked once whether that is all right.
`
    : ''
  return `## 1. Discover

\`\`\`sh
curl -s ${baseUrl}${PATHS.resourceMetadata}
curl -s ${baseUrl}${PATHS.serverMetadata}
\`\`\`

The answers, shortened:

\`\`\`json
{"resource":"${baseUrl}","authorization_servers":["${baseUrl}"],"scopes_supported":["queue"]}
{"issuer":"${baseUrl}","authorization_endpoint":"${baseUrl}${PATHS.authorize}","token_endpoint":"${baseUrl}${PATHS.token}",
 "registration_endpoint":"${baseUrl}${PATHS.register}","code_challenge_methods_supported":["S256"]}
\`\`\`

## 2. Register

\`\`\`sh
curl -s ${baseUrl}${PATHS.register} \\
  -H 'Content-Type: application/json' \\
  -d '{"redirect_uris":["${CALLBACK}"],"client_name":"Example Agent","token_endpoint_auth_method":"none"}'
\`\`\`

The answer is 201. Keep its \`client_id\` as CLIENT_ID:

\`\`\`json
{"client_id":"rqc_…","client_name":"Example Agent","redirect_uris":["${CALLBACK}"],"token_endpoint_auth_method":"none"}
\`\`\`

There is no client secret: clients are public and use PKCE. A
registration that is never used expires after 7 days. Redirect URIs are \`https\`, \`http://127.0.0.1\` or
\`http://[::1]\`; for the last two the port may differ at each authorization. ${localhost}
Which apps need more than that, and the operator's switch for it, is told at ${baseUrl}/connect.
${metadataDocuments}
## 3. Authorize

Make a code verifier, its challenge and a state, and send the person's browser to the address that this prints:

\`\`\`sh
CODE_VERIFIER=$(openssl rand -hex 32)
CODE_CHALLENGE=$(printf %s "$CODE_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
STATE=$(openssl rand -hex 16)
echo "${baseUrl}${PATHS.authorize}?response_type=code&client_id=$CLIENT_ID&redirect_uri=${encodeURIComponent(CALLBACK)}&code_challenge=$CODE_CHALLENGE&code_challenge_method=S256&state=$STATE&resource=${encodeURIComponent(baseUrl + PATHS.mcp)}"
\`\`\`

The person signs in and approves or denies. Your redirect URI then gets \`code\`, \`state\` and \`iss\`, or
\`error\`, \`state\` and \`iss\`. Check that \`state\` is yours and that \`iss\` is \`${baseUrl}\`.
This listener does so, and prints the code; start it first, with STATE in its environment, such as \`node callback.mjs\`:

\`\`\`js
${CALLBACK_LISTENER.replaceAll('{issuer}', baseUrl)}\`\`\`

**Without a browser on your machine**, print the address for the person to open on theirs. Either forward the port from there
(\`ssh -L ${CALLBACK_PORT}:127.0.0.1:${CALLBACK_PORT} your-machine\`), or use no listener at all: after approving, the browser can't load the page
at 127.0.0.1, but its address bar has what you need. Let the person paste that address within the minute, as CALLBACK_URL:

\`\`\`sh
CODE=$(printf %s "$CALLBACK_URL" | sed 's/.*[?&]code=\\([^&]*\\).*/\\1/')
\`\`\`

There is no way without a person: somebody has to approve, once for each agent.

## 4. Exchange the code

\`\`\`sh
curl -s ${baseUrl}${PATHS.token} \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d redirect_uri=${CALLBACK} \\
  -d client_id="$CLIENT_ID" \\
  -d code_verifier="$CODE_VERIFIER"
\`\`\`

A code lives 60 seconds and works once. Keep both tokens of the answer, as ACCESS_TOKEN and REFRESH_TOKEN; \`expires_in\` are seconds:

\`\`\`json
{"access_token":"rq_at_…","token_type":"Bearer","expires_in":3600,"refresh_token":"rq_rt_…","scope":"queue"}
\`\`\``
}

/** How an agent renews and ends its access. */
export function keepingAccess(baseUrl: string): string {
  return `## 6. Refresh

\`\`\`sh
curl -s ${baseUrl}${PATHS.token} \\
  -d grant_type=refresh_token \\
  -d refresh_token="$REFRESH_TOKEN" \\
  -d client_id="$CLIENT_ID"
\`\`\`

The answer is a new pair, as in 4. The new refresh token replaces the old one: keep it before you use it.

## 7. Revoke

\`\`\`sh
curl -s ${baseUrl}${PATHS.revoke} \\
  -H 'Content-Type: application/json' \\
  -d '{"token":"'"$ACCESS_TOKEN"'"}'
\`\`\`

The answer is \`{}\`, also for a token that was unknown. Revoking either token of a pair drops both. \`client_id\` is optional
here; a token that was issued to another client is left alone. The person can revoke it too, on the agents page.`
}
