import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Metrics } from './operations/metrics.ts'
import type { PasswordCost } from './crypto/password-cost.ts'
import type { FairScheduler } from './concurrency/fair-scheduler.ts'
import type { Permits } from './limits/permits.ts'
import type { Clock } from './ports/clock.ts'
import type { FetchApi } from './ports/fetch-api.ts'
import type { FetchDocument } from './ports/fetch-document.ts'
import type { IdentityProvider } from './ports/identity-provider.ts'
import type { Log } from './ports/log.ts'
import type { Mail } from './ports/mail.ts'
import type { Outbound } from './ports/outbound.ts'
import type { ResponseCache } from './operations/response-cache.ts'
import type { OwnAddress } from './ports/own-address.ts'
import type { Random } from './ports/random.ts'
import type { Seal } from './crypto/seal.ts'
import type { AccountId } from './ids.ts'
import type { ShownText } from './text/shown-text.ts'

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
  fetchDocument: FetchDocument
  fetchApi: FetchApi
  ownAddress: OwnAddress
  seal: Seal
  /** Aborted when the service stops, to end long waits. */
  closing: AbortSignal
  /** Bounds what waits and runs at the same time. */
  permits: Permits
  passwordCost: PasswordCost
  /** Chunks of large request bodies take turns on the event loop. */
  bodyScheduler: FairScheduler
  articleRenderer: ArticleRenderer
  changeFeed: ChangeFeed
  cache: ResponseCache
  /** Undefined when not configured. */
  mail: Mail | undefined
  /** Undefined when not configured. */
  identityProvider: IdentityProvider | undefined
}

/**
 * Sanitises extracted articles in a worker thread; `version` changes with its rules. `shownText` leaves out images that
 * are not kept.
 */
type ArticleRenderer = {
  version: number
  render(html: string): Promise<string>
  shownText(rendered: string, isKept: (imageName: string) => boolean): ShownText | undefined
}

/** Tells subscribers when the history of an account has new changes. */
export type ChangeFeed = {
  /** Throws `too_many_requests` or `busy` when there are too many subscribers. */
  subscribe(accountId: AccountId): Subscription
}

export type Subscription = {
  /**
   * Resolves when there are changes after `sequence`, when an access to the queue ended or may have ended (callers check
   * their own), after `duration` milliseconds, or when the service or `signal` stops. Rejects with `busy` when the
   * subscription was given to an account with fewer of them.
   */
  wait(sequence: number, duration: number, signal: AbortSignal): Promise<void>
  /** The changes after a number, read once for all subscribers of the same queue. */
  share(after: number, read: () => Promise<FeedBatch>): Promise<FeedBatch>
  stop(): void
}

/**
 * Changes as they are sent, the number of the last of them, and the first item whose shown texts contain prompt
 * injection.
 */
export type FeedBatch = { text: string; last: number; injectionSource?: string | undefined }
