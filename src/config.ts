/** What the operator decides, read once at start from the environment. */
export type Config = {
  host: string
  /** 0 lets the system choose a free port. */
  port: number
  /** The issuer and public address: an origin without path or trailing slash. */
  baseUrl: string
  databaseUrl: string
  signUp: SignUpMode
  /** Redirect URIs that registration takes beside https and loopback literals. */
  extraRedirectUris: string[]
  trustProxy: boolean
  allowPrivateFetch: boolean
}

export type SignUpMode = (typeof SIGN_UP_MODES)[number]
const SIGN_UP_MODES = ['open', 'first', 'closed'] as const

/** One wrong variable or more; the message names each and what it takes. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

const VARIABLES: [name: string, fallback: string, meaning: string][] = [
  ['HOST', '127.0.0.1', 'address to listen on'],
  ['PORT', '3000', 'port to listen on; 0 chooses a free one'],
  ['BASE_URL', 'http://localhost:$PORT', 'public address: an origin, without path or trailing slash'],
  ['DATABASE_URL', 'sqlite:$DATA_DIR/reading-queue.db', 'sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME'],
  ['DATA_DIR', './data', 'folder for everything the embedded database keeps'],
  ['SIGN_UP', 'open', 'who may make an account: open, first (only the first visitor) or closed'],
  [
    'EXTRA_REDIRECT_URIS',
    '',
    'further redirect URIs for agents, space-separated; http://localhost allows any port',
  ],
  ['TRUST_PROXY', '0', '1 takes the client address from X-Forwarded-For'],
  ['ALLOW_PRIVATE_FETCH', '0', '1 also fetches saved pages from private and loopback addresses'],
  ['ALLOW_INSECURE_HTTP', '0', '1 allows a plain http BASE_URL that is not loopback'],
]

export function configHelp(): string {
  const lines = VARIABLES.map(([name, fallback, meaning]) => {
    return `  ${name.padEnd(20)} ${meaning}${fallback ? ` (default ${fallback})` : ''}`
  })
  return ['Configuration is read from the environment:', ...lines].join('\n')
}

/** Reads the configuration; throws ConfigError that lists every mistake. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback

  const port = readPort(text('PORT', '3000'), mistakes)
  const dataDir = text('DATA_DIR', './data')
  const insecure = readSwitch('ALLOW_INSECURE_HTTP', env, mistakes)
  const config: Config = {
    host: text('HOST', '127.0.0.1'),
    port,
    baseUrl: readBaseUrl(text('BASE_URL', defaultBaseUrl(port)), insecure, mistakes),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL', `sqlite:${dataDir}/reading-queue.db`), mistakes),
    signUp: readSignUp(text('SIGN_UP', 'open'), mistakes),
    extraRedirectUris: readRedirectUris(text('EXTRA_REDIRECT_URIS', ''), mistakes),
    trustProxy: readSwitch('TRUST_PROXY', env, mistakes),
    allowPrivateFetch: readSwitch('ALLOW_PRIVATE_FETCH', env, mistakes),
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config
}

/** Whether a host name can only mean this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** An origin does not name the default port. */
function defaultBaseUrl(port: number): string {
  return port === 80 ? 'http://localhost' : `http://localhost:${port}`
}

function readPort(value: string, mistakes: string[]): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value)
  mistakes.push(`PORT is "${value}"; it takes a whole number from 0 to 65535.`)
  return 0
}

function readSwitch(name: string, env: Environment, mistakes: string[]): boolean {
  const value = env[name]?.trim().toLowerCase() ?? ''
  if (['1', 'true', 'on', 'yes'].includes(value)) return true
  if (['', '0', 'false', 'off', 'no'].includes(value)) return false
  mistakes.push(`${name} is "${value}"; it takes 1 or 0.`)
  return false
}

function readBaseUrl(value: string, insecure: boolean, mistakes: string[]): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.origin !== value) {
    mistakes.push(
      `BASE_URL is "${value}"; it takes an origin such as https://queue.example.org: scheme and host in lower case, no path, no trailing slash.`,
    )
  } else if (url.protocol === 'http:' && !isLoopbackHost(url.hostname) && !insecure) {
    mistakes.push(
      `BASE_URL is "${value}", plain http beyond this computer, where anyone on the way can read tokens. Use https, or set ALLOW_INSECURE_HTTP=1 if you accept that.`,
    )
  }
  return value
}

function readDatabaseUrl(value: string, mistakes: string[]): string {
  const isSqlite = /^sqlite:(?!\/\/)./.test(value) && !value.startsWith('sqlite::memory:')
  const isPostgres = /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
  if (!isSqlite && !isPostgres) {
    const shown = value.replace(/\/\/[^@]*@/, '//…@')
    mistakes.push(`DATABASE_URL is "${shown}"; it takes sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME.`)
  }
  return value
}

function readSignUp(value: string, mistakes: string[]): SignUpMode {
  const mode = SIGN_UP_MODES.find((mode) => mode === value)
  if (!mode) mistakes.push(`SIGN_UP is "${value}"; it takes ${SIGN_UP_MODES.join(', ')}.`)
  return mode ?? 'closed'
}

function readRedirectUris(value: string, mistakes: string[]): string[] {
  const uris = value.split(/\s+/).filter(Boolean)
  for (const uri of uris) {
    const isDangerous = /^(javascript|data|vbscript|file|blob|about):/i.test(uri)
    if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri) || uri.includes('#') || isDangerous) {
      mistakes.push(
        `EXTRA_REDIRECT_URIS holds "${uri}"; it takes exact redirect URIs without a fragment, or http://localhost for any port.`,
      )
    }
  }
  return uris
}
