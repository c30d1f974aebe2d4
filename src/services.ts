import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Clock } from './ports/clock.ts'
import type { IdentityProvider } from './ports/identity-provider.ts'
import type { Log } from './ports/log.ts'
import type { Mail } from './ports/mail.ts'
import type { Outbound } from './ports/outbound.ts'
import type { ResponseCache } from './operations/response-cache.ts'
import type { OwnAddress } from './ports/own-address.ts'
import type { Random } from './ports/random.ts'
import type { Seal } from './crypto/seal.ts'

/** The dependencies of the application: built once at start, passed as arguments. */
export type Services = {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Log
  /** Undefined where none are served. */
  metrics: Metrics | undefined
  outbound: Outbound
  ownAddress: OwnAddress
  seal: Seal
  /** Aborted when the service stops, to end long waits. */
  closing: AbortSignal
  articleRenderer: ArticleRenderer
  cache: ResponseCache
  /** Undefined when not configured. */
  mail: Mail | undefined
  /** Undefined when not configured. */
  identityProvider: IdentityProvider | undefined
}

/** Sanitises extracted articles in a worker thread; `version` is the version of its rules. */
export type ArticleRenderer = { version: number; render(html: string): Promise<string> }
