import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Failure } from '../../failure.ts'
import { authenticate } from '../../http/authenticate.ts'
import { SECOND } from '../../ports/clock.ts'
import { readFeed } from '../../queue/history/feed.ts'
import { MAX_PAGE } from '../../queue/lists/page.ts'
import type { Batch, Services } from '../../services.ts'
import { changeProperties } from '../../siren/change.ts'
import { subscribeToQueue } from './subscribe-to-queue.ts'

/**
 * The interval between heartbeats, which keep proxies from closing an idle connection; the token is checked each
 * time.
 */
const HEARTBEAT = 15 * SECOND
/** How long a reader may leave a sent event unread before it is disconnected. */
const MAX_STALL = 30 * SECOND
/** Milliseconds after which a disconnected client reconnects. */
const RETRY = 2000

/**
 * Streams the changes after a number as Server-Sent Events. Changes are only read as fast as the client accepts them:
 * a client that stalls is disconnected, and resumes by the id of the last event. The stream ends when access is
 * revoked.
 */
export async function streamChanges(
  c: Context,
  services: Services,
  accountId: string,
  after: number,
): Promise<Response> {
  const { clock, closing, log } = services
  const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const subscription = await subscribeToQueue(c, services, accountId)
  const over = new AbortController()
  const { outgoing } = c.env as HttpBindings
  let position = after
  let stall: AbortController | undefined

  function end(): void {
    over.abort()
    stall?.abort()
    subscription.stop()
  }

  async function readNext(): Promise<string> {
    await authenticate(c, services)
    const batch = await subscription.share(position, () => readBatch(services, accountId, position))
    position = batch.last
    return batch.text
  }

  /** Undefined when the service is shutting down. */
  async function next(): Promise<string | undefined> {
    await subscription.wait(position, HEARTBEAT, over.signal)
    if (over.signal.aborted || closing.aborted) return undefined
    return (await readNext()) || ': still here\n\n'
  }

  async function disconnectIfStalled(): Promise<void> {
    stall = new AbortController()
    const { signal } = stall
    await clock.wait(MAX_STALL, signal)
    if (signal.aborted) return
    end()
    outgoing.destroy()
  }

  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${RETRY}\n\n`)),
      async pull(controller) {
        stall?.abort()
        try {
          const text = await next()
          if (text === undefined) throw new Failure('busy', 'The service stops.')
          if (over.signal.aborted) return
          controller.enqueue(encoder.encode(text))
          void disconnectIfStalled()
        } catch (error) {
          if (!(error instanceof Failure)) log.error('A stream of changes ended by a bug', error)
          if (!over.signal.aborted) controller.close()
          end()
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  return c.body(body, 200, headers)
}

async function readBatch({ db }: Services, accountId: string, after: number): Promise<Batch> {
  const { changes, titles } = await readFeed(db, accountId, after, MAX_PAGE)
  const text = changes.map((change) => {
    const data = JSON.stringify(changeProperties(change, titles.get(change.itemId) ?? ''))
    return `id: ${change.sequence}\nevent: change\ndata: ${data}\n\n`
  })
  return { text: text.join(''), last: changes.at(-1)?.sequence ?? after }
}
