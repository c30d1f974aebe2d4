/** The environment variables, for `--help`. */
const VARIABLES: [name: string, fallback: string, meaning: string][] = [
  ['HOST', '127.0.0.1', 'address to listen on'],
  ['PORT', '3000', 'port to listen on; 0 chooses a free one'],
  ['BASE_URL', 'http://localhost:$PORT', 'public address: an origin, without path or trailing slash'],
  ['DATABASE_URL', 'sqlite:$DATA_DIR/reading-queue.db', 'sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME'],
  ['DATA_DIR', './data', 'folder of the embedded database'],
  [
    'SIGN_UP',
    'first on a public address, else open',
    'who may create an account: open, first (only the owner, others by invitation) or closed; unset, the owner chooses',
  ],
  [
    'EXTRA_REDIRECT_URIS',
    '',
    'further redirect URIs for agents, space-separated; http://localhost allows any port; unset, the owner chooses',
  ],
  [
    'CLIENT_METADATA_DOCUMENTS',
    '1',
    '0 refuses agents that identify themselves by the URL of a metadata document instead of registering',
  ],
  ['TRUST_PROXY', '0', 'number of proxies in front, which tells the client’s address in X-Forwarded-For'],
  ['ALLOW_PRIVATE_FETCH', '0', '1 also fetches saved pages from private and loopback addresses'],
  ['ALLOW_INSECURE_HTTP', '0', '1 allows a plain http BASE_URL that is not loopback'],
  ['SMTP_URL', '', 'mail server for recovery, smtp://USER:PASSWORD@HOST:PORT or smtps://…'],
  ['MAIL_FROM', '', 'address that mail comes from; goes with SMTP_URL'],
  ['OIDC_ISSUER', '', 'OpenID Connect provider that people may sign in with'],
  ['OIDC_CLIENT_ID', '', 'client id at the provider; its redirect URI is $BASE_URL/login/oidc/callback'],
  ['OIDC_CLIENT_SECRET', '', 'client secret at the provider'],
  ['OIDC_NAME', 'your provider', 'name of the provider for the sign-in button'],
  [
    'ACCOUNT_STORAGE',
    '5GB',
    'storage for the saved pages, articles and images of one account: 5GB, 500MB or bytes',
  ],
  ['ACCOUNT_ITEMS', '1000000', 'items that one account may keep'],
  ['AGENT_CHANGES_A_MINUTE', '2000', 'items that one agent may change in a minute; 0 is no limit'],
  ['AGENT_REMOVALS_AN_HOUR', '200', 'items that one agent may move to the trash in an hour; 0 is no limit'],
  ['AGENT_BYTES_AN_HOUR', '200MB', 'data that one agent may write in an hour; 0 is no limit'],
  ['HISTORY_DAYS', '365', 'days of history kept'],
  [
    'LINK_CHECK_DAYS',
    '90',
    'days until the link of an item is checked, and checked again, one a minute for each account; 0 checks none',
  ],
  [
    'WEB_ARCHIVE_URL',
    'https://web.archive.org/web',
    'web archive whose copies are offered for broken links: the Wayback Machine, or one with the same addresses',
  ],
  ['PASSWORD_SIGN_IN', '1', '0 turns off passwords; provider and passkeys remain'],
  ['WORKERS', '1', 'number of worker processes'],
  ['METRICS_ADDRESS', '', 'HOST:PORT for Prometheus metrics; each further worker takes the next port'],
  ['LOG_REQUESTS', '0', '1 logs each request to standard error'],
]

/** What can be configured, with defaults. */
export function configHelp(): string {
  const lines = VARIABLES.map(([name, fallback, meaning]) => {
    return `  ${name.padEnd(25)} ${meaning}${fallback ? ` (default ${fallback})` : ''}`
  })
  return ['Configuration is read from the environment:', ...lines].join('\n')
}
