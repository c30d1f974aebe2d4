import { PATHS } from '../../src/config/paths.ts'
import { table } from './markdown.ts'

/** How a program gets a token, and what OAuth's errors mean. */
export const ACCESS = `Access is OAuth 2.0 for public clients, with PKCE. There is one scope, \`queue\`: full reading and writing.
A client that knows nothing begins at the 401 of \`/queue\` or \`/mcp\`, whose \`WWW-Authenticate\` leads to the metadata. The
[README](../README.md#a-first-agent-in-three-minutes) does it by hand; a running service explains it with its own addresses at
\`${PATHS.authGuide}\`.

${table(
  ['address', 'what it is'],
  [
    [`\`GET ${PATHS.resourceMetadata}\``, 'protected resource metadata (RFC 9728)'],
    [`\`GET ${PATHS.serverMetadata}\``, 'authorization server metadata (RFC 8414)'],
    [`\`POST ${PATHS.register}\``, 'dynamic client registration (RFC 7591)'],
    [`\`GET ${PATHS.authorize}\``, 'the person approves; PKCE with `S256` is required (RFC 7636)'],
    [`\`POST ${PATHS.token}\``, 'exchange of a code, and refresh'],
    [`\`POST ${PATHS.revoke}\``, 'revocation (RFC 7009)'],
  ],
)}

Send the access token as \`Authorization: Bearer …\`. A refresh token is replaced with each use.`
