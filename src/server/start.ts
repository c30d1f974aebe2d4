import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { createExtractionPool } from '../articles/extraction-pool.ts'
import { RENDERER_VERSION } from '../articles/rendered-article.ts'
import { shownText } from '../articles/shown-text.ts'
import { createThumbnailMaker } from '../articles/thumbnails/thumbnail-maker.ts'
import { createFairScheduler } from '../concurrency/fair-scheduler.ts'
import { createPermits } from '../limits/permits.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { insertServiceState, MASTER_KEY } from '../database/service-state.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { forgetCopied, rejectUnfinishedCopy } from '../database/copy/unfinished-copy.ts'
import { createStorageAlarms } from '../operations/storage-alarms.ts'
import { createResponseCache } from '../operations/response-cache.ts'
import type { JobServices } from '../jobs/job-services.ts'
import { createChangeFeed } from '../queue/history/change-feed.ts'
import { startSweeper } from '../jobs/sweep.ts'
import { startWorker } from '../jobs/worker.ts'
import { type Clock, SECOND, systemClock } from '../ports/clock.ts'
import { createDocumentFetcher, type FetchDocument } from '../ports/fetch-document.ts'
import { type Log, systemLog } from '../ports/log.ts'
import { createApiFetcher } from '../ports/fetch-api.ts'
import { createOutbound } from '../ports/outbound.ts'
import { createOwnAddress } from '../ports/own-address.ts'
import { systemRandom } from '../ports/random.ts'
import { PASSWORD_COST, type PasswordCost } from '../crypto/password-cost.ts'
import { createSeal } from '../crypto/seal.ts'
import { createHttpServer, HTTP_LIMITS, type HttpLimits } from './http-server.ts'
import { listen } from './listen.ts'
import { createShutdown } from './shutdown.ts'
import { createMetricsServer } from './serve-metrics.ts'
import { PROBLEM_TYPE } from '../siren/problem.ts'
import type { Services } from '../services.ts'

const KEY_BYTES = 32
/** Chunks of large bodies (mostly 64 KB) that are processed in one turn of the event loop. */
const CHUNKS_PER_TURN = 8
/** How long open requests may take when the server closes. */
const CLOSE_GRACE = 8 * SECOND

export type RunningServer = {
  services: Services
  /**
   * Stops listening, finishes or abandons what is running, and closes the database. Idle connections may be closed by their
   * clients for `drainTime` milliseconds before they are closed here.
   */
  close(drainTime?: number): Promise<void>
}

type StartContext = {
  clock?: Clock
  log?: Log
  fetchDocument?: FetchDocument
  passwordCost?: PasswordCost
  closing?: AbortSignal
}
type StartOptions = Omit<StartContext, 'closing'> & { limits?: HttpLimits }

/** Opens the database, migrates it, listens and starts the background work. */
export async function startServer(
  config: Config,
  { limits = HTTP_LIMITS, ...context }: StartOptions = {},
): Promise<RunningServer> {
  const closing = new AbortController()
  const services = await openServices(config, { ...context, closing: closing.signal })
  const { clock } = services
  try {
    await warnOfMisplaced(services)
    let app: Hono | undefined
    const listener = getRequestListener(
      (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
      { errorHandler: answerInvalidRequest },
    )
    const server = createHttpServer(listener, { clock, limits, trustProxy: config.trustProxy })
    server.on('connection', services.bodyScheduler.onConnection)
    const shutdown = createShutdown(server, clock)
    const port = await listen(server, config, config.workers > 1)
    const placed = withPort(config, port)
    const ownAddress = createOwnAddress(placed.baseUrl)
    const placedServices = { ...services, config: placed, ownAddress }
    app = createApp(placedServices, limits)
    const { metrics } = services
    const metricsServer = metrics && createMetricsServer(placedServices, metrics, server)
    if (metricsServer && config.metricsAddress) await listen(metricsServer, config.metricsAddress)
    const background = [startWorker(placedServices), startSweeper(placedServices)]
    return {
      services: placedServices,
      async close(drainTime = 0) {
        closing.abort()
        const closed = shutdown({ drainTime, grace: CLOSE_GRACE })
        metricsServer?.close()
        metricsServer?.closeAllConnections()
        const controller = new AbortController()
        const stopped = Promise.allSettled(background.map((work) => work.stop()))
        await Promise.race([stopped, clock.wait(CLOSE_GRACE, controller.signal)])
        controller.abort()
        await closed
        await services.extractionPool.close()
        await services.thumbnailMaker.close()
        await services.db.close()
      },
    }
  } catch (error) {
    await services.db.close()
    throw error
  }
}

/** Serves all the same: a table that is not distributed yet is on the coordinator, whole. */
async function warnOfMisplaced({ db, log }: Services): Promise<void> {
  if (db.dialect.name === 'sqlite') return
  const { findMisplaced } = await import('../database/postgres/distribute.ts')
  for (const sentence of await findMisplaced(db)) log.warn(sentence)
}

/** Opens the database, migrates it, and builds the services. */
export async function openServices(
  config: Config,
  {
    clock = systemClock,
    log: plainLog = systemLog(),
    fetchDocument = createDocumentFetcher(),
    passwordCost = PASSWORD_COST,
    closing = new AbortController().signal,
  }: StartContext = {},
): Promise<JobServices> {
  const { log, reportIfStorageError, onCommit } = createStorageAlarms(plainLog, clock)
  const onTrouble = (error: Error): void => {
    if (!reportIfStorageError(error)) log.error('An idle database connection broke', error)
  }
  const db = await openDatabase(config.databaseUrl, onTrouble, onCommit)
  try {
    await rejectUnfinishedCopy(db)
    await db.transaction(forgetCopied)
    await migrate(db)
    const random = systemRandom(clock)
    const seal = createSeal(await loadMasterKey(db, random.bytes(KEY_BYTES)), clock, random)
    const outbound = createOutbound({ allowPrivate: config.allowPrivateFetch, clock })
    const ownAddress = createOwnAddress(config.baseUrl)
    // Loaded only when configured.
    const mail = config.mail && (await import('../ports/mail.ts')).createMail(config.mail)
    const identityProvider =
      config.oidc &&
      (await import('../ports/identity-provider.ts')).createIdentityProvider(config.oidc, clock)
    const metrics = config.metricsAddress && (await import('../operations/metrics.ts')).createMetrics()
    // Starts its threads on first use.
    const extractionPool = createExtractionPool()
    return {
      config,
      db,
      clock,
      random,
      log,
      metrics,
      outbound,
      fetchDocument,
      fetchApi: createApiFetcher({ allowPrivate: config.allowPrivateFetch, clock }),
      ownAddress,
      seal,
      closing,
      permits: createPermits(db.dialect.name),
      passwordCost,
      bodyScheduler: createFairScheduler(CHUNKS_PER_TURN),
      cache: createResponseCache(),
      changeFeed: createChangeFeed({ db, clock, closing }),
      extractionPool,
      // Starts its process on first use.
      thumbnailMaker: createThumbnailMaker({ log }),
      articleRenderer: { version: RENDERER_VERSION, render: extractionPool.render, shownText },
      mail,
      identityProvider,
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The response when Host and target form no valid URL, so that no Request can be built. */
function answerInvalidRequest(): Response {
  const problem = {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'The Host header or the path is malformed.',
  }
  return new Response(JSON.stringify(problem), { status: 400, headers: { 'content-type': PROBLEM_TYPE } })
}

/** The default public address follows a port that the system chose. */
function withPort(config: Config, port: number): Config {
  return config.port === 0 ? { ...config, port, baseUrl: config.baseUrl.replace(/:0$/, `:${port}`) } : config
}

/** The key that all instances share; the first one creates it. */
async function loadMasterKey(db: Database, newKey: Buffer): Promise<Buffer> {
  return Buffer.from(await insertServiceState(db, MASTER_KEY, newKey.toString('base64url')), 'base64url')
}
