/** Where the service answers what programs look for, below its base URL. */
export const PATHS = {
  authorize: '/oauth/authorize',
  localhostPermission: '/oauth/localhost',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  authGuide: '/auth.md',
  guide: '/llms.txt',
  apiCatalog: '/.well-known/api-catalog',
  mcp: '/mcp',
  readOnlyMcp: '/mcp/readonly',
  queue: '/queue',
  resourceMetadata: '/.well-known/oauth-protected-resource',
  serverMetadata: '/.well-known/oauth-authorization-server',
} as const
