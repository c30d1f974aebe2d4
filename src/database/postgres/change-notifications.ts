import { Client, type Pool } from 'pg'
import { sleep } from '../../ports/clock.ts'
import { type Publish, type QueueMessage, type MessageBus, createMessageBus } from '../message-bus.ts'
import { timed } from './postgres-connection.ts'

const CHANNEL = 'reading_queue_news'
/** Milliseconds before reconnecting after the connection was lost. */
const RECONNECT_DELAY = 1000
/** Messages published within this many milliseconds are sent together. */
const BATCH_DELAY = 50

/** Milliseconds before a connection attempt times out. */
const CONNECT_TIMEOUT = 10_000

/**
 * A message bus across all instances on the same database, by LISTEN and NOTIFY. Notifications are sent outside any
 * transaction: a NOTIFY inside one serializes all commits of the database.
 */
export function createPostgresMessageBus(
  url: string,
  pool: Pool,
  answerTimeout: number,
): { publish: Publish; subscribe: MessageBus['subscribe']; close(): Promise<void> } {
  const localBus = createMessageBus()
  const unsent = new Set<string>()
  let subscriberCount = 0
  let isClosed = false
  let sending = Promise.resolve()
  let listener: Client | undefined
  /** Whether the last subscriber left, so that a new subscriber reconnects without delay. */
  let hasNoSubscribers = false

  const shouldListen = () => subscriberCount > 0 && !isClosed

  async function send(): Promise<void> {
    if (!isClosed) await sleep(BATCH_DELAY)
    const payloads = [...unsent]
    unsent.clear()
    if (payloads.length === 0) return
    const text = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload'
    // Losing a notification is acceptable: subscribers also poll.
    await pool.query(timed({ text, values: [CHANNEL, payloads] }, answerTimeout)).catch(() => undefined)
  }

  async function listen(): Promise<void> {
    while (shouldListen()) {
      const client = new Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_TIMEOUT,
      })
      const lost = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', resolve))
      client.on('notification', ({ payload = '' }) => localBus.publish(parse(payload)))
      listener = client
      hasNoSubscribers = false
      try {
        // If the connection is ended while connecting, the driver never settles the promise of connect().
        await Promise.race([client.connect(), lost])
        await client.query(timed({ text: `LISTEN ${CHANNEL}` }, answerTimeout))
        // Messages may have been lost between subscribing, or losing the last connection, and LISTEN.
        localBus.publish({ kind: 'missed' })
        await lost
      } catch {
        await client.end().catch(() => undefined)
      }
      if (shouldListen() && !hasNoSubscribers) await sleep(RECONNECT_DELAY)
    }
    listener = undefined
  }

  return {
    publish(message) {
      localBus.publish(message)
      if (unsent.size === 0 && !isClosed) sending = sending.then(send)
      unsent.add(`${message.kind} ${message.accountId}`)
    },
    subscribe(subscriber) {
      const stop = localBus.subscribe(subscriber)
      subscriberCount += 1
      if (subscriberCount === 1 && !listener) void listen()
      return () => {
        stop()
        subscriberCount -= 1
        if (subscriberCount > 0) return
        hasNoSubscribers = true
        void listener?.end().catch(() => undefined)
      }
    },
    async close() {
      isClosed = true
      await listener?.end().catch(() => undefined)
      await sending
    },
  }
}

function parse(payload: string): QueueMessage {
  const [kind, accountId = ''] = payload.split(' ')
  return { kind: kind === 'access' ? 'access' : 'changes', accountId }
}
