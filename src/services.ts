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

/** All that the code below `main` may touch beside its arguments: built once, passed down. */
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
  /** Aborts when the service stops: what waits long ends then. */
  closing: AbortSignal
  articleRenderer: ArticleRenderer
  cache: ResponseCache
  /** Undefined where none is configured. */
  mail: Mail | undefined
  /** Undefined where none is configured. */
  identityProvider: IdentityProvider | undefined
}

/** Makes extracted articles safe to show, away from the thread that answers requests; `version` is of its rules. */
export type ArticleRenderer = { version: number; render(html: string): Promise<string> }
