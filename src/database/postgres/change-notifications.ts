import { Client, type Pool } from 'pg'
import { pause } from '../../ports/clock.ts'
import { type Announce, type QueueMessage, type MessageBus, createMessageBus } from '../announcements.ts'
import { timed } from './postgres-connection.ts'

const CHANNEL = 'reading_queue_news'
/** Milliseconds until a connection that was lost is made anew. */
const RECONNECT = 1000
/** What is announced within so many milliseconds is sent together. */
const GATHER = 50

/** Milliseconds until a server that does not answer is given up. */
const CONNECT_TIMEOUT = 10_000

/**
 * Announcements that other instances on the same database hear too, by LISTEN and NOTIFY. They are sent outside of
 * any transaction: a NOTIFY in one makes all commits of the database wait for each other.
 */
export function createPostgresMessageBus(
  url: string,
  pool: Pool,
  answerTimeout: number,
): { publish: Announce; subscribe: MessageBus['subscribe']; close(): Promise<void> } {
  const own = createMessageBus()
  const unsent = new Set<string>()
  let subscriberCount = 0
  let isClosed = false
  let sending = Promise.resolve()
  let listener: Client | undefined
  /** Whether nobody followed any more when it ended, so that who follows next waits for nothing. */
  let isLeft = false

  const isWanted = () => subscriberCount > 0 && !isClosed

  async function send(): Promise<void> {
    if (!isClosed) await pause(GATHER)
    const payloads = [...unsent]
    unsent.clear()
    if (payloads.length === 0) return
    const text = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload'
    // Who misses it looks for itself a moment later.
    await pool.query(timed({ text, values: [CHANNEL, payloads] }, answerTimeout)).catch(() => undefined)
  }

  async function listen(): Promise<void> {
    while (isWanted()) {
      const client = new Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_TIMEOUT,
      })
      const lost = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', resolve))
      client.on('notification', ({ payload = '' }) => own.publish(parse(payload)))
      listener = client
      isLeft = false
      try {
        // Where it is ended meanwhile the driver never says what became of connecting.
        await Promise.race([client.connect(), lost])
        await client.query(timed({ text: `LISTEN ${CHANNEL}` }, answerTimeout))
        // Whatever was announced since somebody follows, or since the last connection was lost.
        own.publish({ of: 'missed' })
        await lost
      } catch {
        await client.end().catch(() => undefined)
      }
      if (isWanted() && !isLeft) await pause(RECONNECT)
    }
    listener = undefined
  }

  return {
    publish(message) {
      own.publish(message)
      if (unsent.size === 0 && !isClosed) sending = sending.then(send)
      unsent.add(`${message.of} ${message.accountId}`)
    },
    subscribe(subscriber) {
      const stop = own.subscribe(subscriber)
      subscriberCount += 1
      if (subscriberCount === 1 && !listener) void listen()
      return () => {
        stop()
        subscriberCount -= 1
        if (subscriberCount > 0) return
        isLeft = true
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
  const [of, accountId = ''] = payload.split(' ')
  return { of: of === 'access' ? 'access' : 'changes', accountId }
}
