import type { HttpBindings } from '@hono/node-server'
import type { Handler } from 'hono'
import { findSessionByHash, type Session } from '../../accounts/sessions.ts'
import { Failure } from '../../failure.ts'
import { signedIn } from '../../http/visitor.ts'
import { pause } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { exportChunks } from './export-chunks.ts'

/** Characters of a chunk, and the milliseconds after which it is sent even if shorter. */
const CHUNK = 64 * 1024
const MAX_CHUNK_TIME = 4
const RETRY_AFTER = 30

/**
 * `GET /account/export`: streams a person's queue as a JSON file with the API's property names, yielding to the event
 * loop between chunks. One export per account runs at a time in each process. When the session ends, the connection is
 * aborted, so that a partial file is not taken for a complete one.
 */
export function accountExport(services: Services): Handler {
  const running = new Set<string>()
  return signedIn(services, (c, { session }) => {
    const { accountId } = session
    const exportedAt = new Date(services.clock.now()).toISOString()
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Content-Type', 'application/json')
    c.header('Content-Disposition', `attachment; filename="reading-queue-${exportedAt.slice(0, 10)}.json"`)
    if (c.req.method === 'HEAD') return c.body(null)
    if (running.has(accountId)) throw alreadyRunning()
    const { outgoing } = c.env as HttpBindings
    if (outgoing.destroyed) return c.body(null)
    running.add(accountId)
    // Also covers a client that disconnects early.
    outgoing.once('close', () => running.delete(accountId))
    return c.body(bodyOf(services, session, exportedAt, () => outgoing.destroy()))
  })
}

function alreadyRunning(): Failure {
  const detail = 'An export of this account is already running. Wait until it is done, then try again.'
  return new Failure('too_many_requests', detail, { retryAfter: RETRY_AFTER })
}

/** Reads from the database only as fast as the client receives. */
function bodyOf(
  services: Services,
  session: Session,
  exportedAt: string,
  abort: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const chunks = exportChunks(services, session, exportedAt)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await pause(0)
          await throwIfEnded(services, session)
          const { text, isLast } = await nextChunk(services, chunks)
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (isLast) controller.close()
        } catch (error) {
          if (!(error instanceof Failure)) services.log.error('An export ended by a bug', error)
          abort()
        }
      },
      cancel: async () => void (await chunks.return()),
    },
    { highWaterMark: 0 },
  )
}

async function nextChunk(
  { clock }: Services,
  chunks: AsyncGenerator<string, void>,
): Promise<{ text: string; isLast: boolean }> {
  const startedAt = clock.now()
  let text = ''
  while (text.length < CHUNK && clock.now() - startedAt < MAX_CHUNK_TIME) {
    const chunk = await chunks.next()
    if (chunk.done) return { text, isLast: true }
    text += chunk.value
  }
  return { text, isLast: false }
}

async function throwIfEnded({ db, clock, closing }: Services, { hash }: Session): Promise<void> {
  if (closing.aborted) throw new Failure('busy', 'The service is stopping.')
  if (!(await findSessionByHash(db, hash, clock.now())))
    throw new Failure('unauthorized', 'You have been signed out. Sign in and try again.')
}
