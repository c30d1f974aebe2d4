import { readCount, readProxyCount, readSize } from './numbers.ts'
import { isExtraRedirectUri } from './redirect-uri-shape.ts'
import { isLoopbackHost } from './loopback-host.ts'
import { REDIRECT_URIS_HINT, splitRedirectUris } from './redirect-uri-list.ts'
import { SIGN_UP_MODES, type SignUpMode } from './sign-up-mode.ts'
import type { ClientId } from '../ids.ts'

/** The configuration, read once at start from the environment. */
export type Config = {
  host: string
  /** 0 lets the system choose a free port. */
  port: number
  /** The issuer and public address: an origin without path or trailing slash. */
  baseUrl: string
  databaseUrl: string
  /** Undefined leaves it to the owner; `readServiceSettings` returns the effective value. */
  signUp: SignUpMode | undefined
  /** Undefined leaves them to the owner. */
  extraRedirectUris: string[] | undefined
  /** Number of proxies in front; with 0, X-Forwarded-For is ignored. */
  trustProxy: number
  allowPrivateFetch: boolean
  /** Undefined when the service sends no email. */
  mail: MailConfig | undefined
  /** Undefined when no provider is configured. */
  oidc: OidcConfig | undefined
  passwordSignIn: boolean
  /** Limits of one account. */
  quota: { bytes: number; items: number }
  /** Limits of one agent; 0 is no limit. */
  agentLimits: { changesAMinute: number; removalsAnHour: number; bytesAnHour: number }
  /** How long the history of changes is kept. */
  historyDays: number
  /** Days until the link of an item is checked, and checked again; 0 checks none. */
  linkCheckDays: number
  /** The web archive that has copies of broken links, without a trailing slash. */
  webArchiveUrl: string
  /** Number of worker processes. */
  workers: number
  /** Where metrics are served; undefined when they are not. */
  metricsAddress: { host: string; port: number } | undefined
  logRequests: boolean
  /** Whether clients may identify themselves by the URL of a metadata document. */
  clientMetadataDocuments: boolean
}

export type MailConfig = { smtpUrl: string; from: string }
/** `name` is shown on the sign-in button; `issuer` is as in the provider's discovery document. */
export type OidcConfig = { issuer: string; clientId: ClientId; clientSecret: string; name: string }

/** Invalid configuration; the message names each wrong variable and its allowed values. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

/** Reads the configuration; throws ConfigError that lists every mistake. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const count = (name: string, fallback: string, { min, max }: { min: number; max?: number }) =>
    readCount(name, text(name, fallback), { min, max, mistakes })
  const size = (name: string, fallback: string) => readSize(name, text(name, fallback), mistakes)

  const port = readPort(text('PORT', '3000'), mistakes)
  const dataDir = text('DATA_DIR', './data')
  const insecure = readSwitch('ALLOW_INSECURE_HTTP', env, { mistakes })
  const config: Config = {
    host: text('HOST', '127.0.0.1'),
    port,
    baseUrl: readBaseUrl(text('BASE_URL', defaultBaseUrl(port)), insecure, mistakes),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL', `sqlite:${dataDir}/reading-queue.db`), mistakes),
    signUp: readSignUp(text('SIGN_UP', ''), mistakes),
    extraRedirectUris: readRedirectUris(text('EXTRA_REDIRECT_URIS', ''), mistakes),
    trustProxy: readProxyCount('TRUST_PROXY', text('TRUST_PROXY', '0'), mistakes),
    allowPrivateFetch: readSwitch('ALLOW_PRIVATE_FETCH', env, { mistakes }),
    mail: readMail(text('SMTP_URL', ''), text('MAIL_FROM', ''), mistakes),
    oidc: readOidc(text, insecure, mistakes),
    passwordSignIn: readSwitch('PASSWORD_SIGN_IN', env, { mistakes, fallback: true }),
    quota: {
      bytes: size('ACCOUNT_STORAGE', '5GB'),
      items: count('ACCOUNT_ITEMS', '1000000', { min: 0, max: 1e9 }),
    },
    agentLimits: {
      changesAMinute: count('AGENT_CHANGES_A_MINUTE', '2000', { min: 0 }),
      removalsAnHour: count('AGENT_REMOVALS_AN_HOUR', '200', { min: 0 }),
      bytesAnHour: size('AGENT_BYTES_AN_HOUR', '200MB'),
    },
    historyDays: count('HISTORY_DAYS', '365', { min: 1 }),
    linkCheckDays: count('LINK_CHECK_DAYS', '90', { min: 0 }),
    webArchiveUrl: readWebAddress('WEB_ARCHIVE_URL', text('WEB_ARCHIVE_URL', WEB_ARCHIVE), mistakes),
    workers: count('WORKERS', '1', { min: 1 }),
    metricsAddress: readMetricsAddress(text('METRICS_ADDRESS', ''), mistakes),
    logRequests: readSwitch('LOG_REQUESTS', env, { mistakes }),
    clientMetadataDocuments: readSwitch('CLIENT_METADATA_DOCUMENTS', env, { mistakes, fallback: true }),
  }
  if (!config.passwordSignIn && !config.oidc) {
    mistakes.push('PASSWORD_SIGN_IN is 0, so a provider is needed to sign in: set OIDC_ISSUER.')
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config
}

const WEB_ARCHIVE = 'https://web.archive.org/web'

function readWebAddress(name: string, value: string, mistakes: string[]): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    mistakes.push(`${name} is "${value}"; it takes an address such as ${WEB_ARCHIVE}.`)
  return value.replace(/\/+$/, '')
}

/** An origin omits the default port. */
function defaultBaseUrl(port: number): string {
  return port === 80 ? 'http://localhost' : `http://localhost:${port}`
}

function readPort(value: string, mistakes: string[]): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value)
  mistakes.push(`PORT is "${value}"; it takes a whole number from 0 to 65535.`)
  return 0
}

function readMetricsAddress(value: string, mistakes: string[]): Config['metricsAddress'] {
  if (!value) return undefined
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? []
  if (!host || Number(port) > 65535)
    mistakes.push(`METRICS_ADDRESS is "${value}"; it takes HOST:PORT such as 127.0.0.1:9464.`)
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function readSwitch(
  name: string,
  env: Environment,
  { mistakes, fallback = false }: { mistakes: string[]; fallback?: boolean },
): boolean {
  const value = env[name]?.trim().toLowerCase() ?? ''
  if (value === '') return fallback
  if (['1', 'true', 'on', 'yes'].includes(value)) return true
  if (['0', 'false', 'off', 'no'].includes(value)) return false
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
      `BASE_URL is "${value}", plain http to other computers, so anyone on the network can read tokens. Use https, or set ALLOW_INSECURE_HTTP=1 if you accept that.`,
    )
  }
  return value
}

/** Adds a mistake if the value is not a DATABASE_URL. */
export function readDatabaseUrl(value: string, mistakes: string[]): string {
  const isSqlite = /^sqlite:(?!\/\/)./.test(value) && !value.startsWith('sqlite::memory:')
  const isPostgres = /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
  if (!isSqlite && !isPostgres) {
    const shown = value.replace(/\/\/[^@]*@/, '//…@')
    mistakes.push(`DATABASE_URL is "${shown}"; it takes sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME.`)
  }
  return value
}

function readSignUp(value: string, mistakes: string[]): SignUpMode | undefined {
  if (!value) return undefined
  const mode = SIGN_UP_MODES.find((mode) => mode === value)
  if (!mode) mistakes.push(`SIGN_UP is "${value}"; it takes ${SIGN_UP_MODES.join(', ')}.`)
  return mode
}

function readRedirectUris(value: string, mistakes: string[]): string[] | undefined {
  const uris = splitRedirectUris(value)
  for (const uri of uris)
    if (!isExtraRedirectUri(uri)) mistakes.push(`EXTRA_REDIRECT_URIS holds "${uri}"; ${REDIRECT_URIS_HINT}.`)
  return uris.length > 0 ? uris : undefined
}

function readMail(smtpUrl: string, from: string, mistakes: string[]): MailConfig | undefined {
  if (!smtpUrl && !from) return undefined
  if (!smtpUrl || !from) {
    mistakes.push(`SMTP_URL and MAIL_FROM go together; ${smtpUrl ? 'MAIL_FROM' : 'SMTP_URL'} is missing.`)
    return undefined
  }
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
    mistakes.push('SMTP_URL takes smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT.')
  }
  if (!/^([^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(from)) {
    mistakes.push(`MAIL_FROM is "${from}"; it takes an address such as queue@example.org.`)
  }
  return { smtpUrl, from }
}

function readOidc(
  text: (name: string, fallback: string) => string,
  insecure: boolean,
  mistakes: string[],
): OidcConfig | undefined {
  const issuer = text('OIDC_ISSUER', '')
  const clientId = text('OIDC_CLIENT_ID', '')
  const clientSecret = text('OIDC_CLIENT_SECRET', '')
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret) {
    mistakes.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together; one of them is missing.')
    return undefined
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isSafe = url?.protocol === 'https:'
  const isAccepted = url?.protocol === 'http:' && (insecure || isLoopbackHost(url.hostname))
  if (!url || url.search || url.hash || url.username || !(isSafe || isAccepted)) {
    mistakes.push(`OIDC_ISSUER is "${issuer}"; it takes an https address without a query.`)
  }
  return { issuer, clientId, clientSecret, name: text('OIDC_NAME', 'your provider') }
}
