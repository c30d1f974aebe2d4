import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Failure } from '../../failure.ts'
import { SECOND } from '../../ports/clock.ts'
import type { FeedBatch, Services } from '../../services.ts'
import { subscribeToQueue } from './subscribe-to-queue.ts'
import type { AccountId } from '../../ids.ts'

/**
 * The interval between heartbeats, which keep proxies from closing an idle connection; the access is checked each
 * time.
 */
const HEARTBEAT = 15 * SECOND
/** How long a reader may leave a sent event unread before it is disconnected. */
const MAX_STALL = 30 * SECOND
/** Milliseconds after which a disconnected client reconnects. */
const RETRY = 2000

/** `A`: what a check of the access gives. */
export type EventStream<A> = {
  accountId: AccountId
  /** The number of the change after which it begins. */
  after: number
  /** Throws when access has ended. */
  recheckAccess: () => Promise<A>
  /** The events of the changes after this number. */
  read: (after: number) => Promise<FeedBatch>
  /** Whether other streams of the account read the same events, which are then read once. */
  isShared: boolean
  /** Called with what is about to be sent. */
  beforeSend?: (access: A, batch: FeedBatch) => Promise<void>
  /** Called once it is over. */
  onEnd?: () => void
}

/**
 * Answers with the changes of a queue as Server-Sent Events. They are only read as fast as the client accepts them: a
 * client that stalls is disconnected, and resumes by the id of the last event. The stream ends when access is revoked.
 */
export async function streamEvents<A>(
  c: Context,
  services: Services,
  { accountId, after, recheckAccess, read, isShared, beforeSend, onEnd }: EventStream<A>,
): Promise<Response> {
  const { clock, closing, log } = services
  const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const subscription = await subscribeToQueue(services, accountId, recheckAccess)
  const ending = new AbortController()
  const { outgoing } = c.env as HttpBindings
  let position = after
  let stall: AbortController | undefined

  function end(): void {
    if (ending.signal.aborted) return
    ending.abort()
    stall?.abort()
    subscription.stop()
    onEnd?.()
  }

  async function readNext(): Promise<string> {
    const access = await recheckAccess()
    const reading = () => read(position)
    const batch = await (isShared ? subscription.share(position, reading) : reading())
    await beforeSend?.(access, batch)
    position = batch.last
    return batch.text
  }

  /** Undefined when the service is shutting down. */
  async function next(): Promise<string | undefined> {
    await subscription.wait(position, HEARTBEAT, ending.signal)
    if (ending.signal.aborted || closing.aborted) return undefined
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
          if (ending.signal.aborted) return
          if (text === undefined) {
            controller.close()
            return end()
          }
          controller.enqueue(encoder.encode(text))
          void disconnectIfStalled()
        } catch (error) {
          if (!(error instanceof Failure)) log.error('A stream of changes ended by a bug', error)
          if (!ending.signal.aborted) controller.close()
          end()
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  return c.body(body, 200, headers)
}
