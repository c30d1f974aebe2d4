import { setImmediate } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Failure } from '../../failure.ts'
import type { ExportFormat } from '../../library/export/export-format.ts'
import { exportFileName } from '../../library/export/export-formats.ts'
import type { ExportSource } from '../../library/export/export-source.ts'
import { beginExport, type RunningExport } from '../../library/export/running-exports.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** Bytes of a chunk, and the milliseconds after which it is sent even if shorter. */
const CHUNK = 64 * 1024
const MAX_CHUNK_TIME = 4
/** Items read between two turns of the event loop, which takes a few milliseconds: a format may write nothing for many. */
const ITEMS_PER_TURN = 20

type Download = {
  format: ExportFormat
  source: ExportSource
  accountId: AccountId
  /** The agent that exports; null for the person. */
  clientId: ClientId | null
  /** How many items the file will have, as far as is known. */
  total?: number
  /** Throws once whoever exports has no access any more. */
  verifyAccess(): Promise<unknown>
}

/**
 * Streams an export as a file, yielding to the event loop between chunks. One export of each caller runs at a time. When the access ends, the connection is aborted, so that a partial file is not taken for a complete one. Throws
 * `too_many_requests`.
 */
export async function exportDownload(c: Context, services: Services, download: Download): Promise<Response> {
  const { format, source, total = 0 } = download
  c.header('Cache-Control', 'no-store')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Content-Type', format.mediaType)
  c.header('Content-Disposition', `attachment; filename="${exportFileName(format, source.exportedAt)}"`)
  if (c.req.method === 'HEAD') return c.body(null)
  const { outgoing } = c.env as HttpBindings
  if (outgoing.destroyed) return c.body(null)
  const running = await beginExport(services, { ...download, total })
  const pieces = format.write(countingItems(source, running))
  // Also covers a client that disconnects early: what is being read for it then is read first.
  outgoing.once('close', () => void stop(pieces).finally(running.end))
  if (outgoing.destroyed) await running.end()
  return c.body(bodyOf(services, { ...download, running, pieces, abort: () => outgoing.destroy() }))
}

/** The same source, which notes how many of its items were written. */
function countingItems(source: ExportSource, running: RunningExport): ExportSource {
  let written = 0
  async function* counted(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
    for await (const item of items) {
      yield item
      await running.progress(++written)
      if (written % ITEMS_PER_TURN === 0) await setImmediate()
    }
  }
  return {
    ...source,
    items: () => counted(source.items()),
    itemsWithTrash: () => counted(source.itemsWithTrash()),
  }
}

type Pieces = AsyncGenerator<string | Uint8Array, void>

/** Done once nothing is read any more. */
async function stop(pieces: Pieces): Promise<void> {
  try {
    await pieces.return()
  } catch {
    // Told by who reads them.
  }
}

type RunningDownload = Pick<Download, 'verifyAccess'> & {
  running: RunningExport
  pieces: Pieces
  abort: () => void
}

/** Reads from the database only as fast as the client receives. */
function bodyOf(
  services: Services,
  { verifyAccess, running, pieces, abort }: RunningDownload,
): ReadableStream<Uint8Array> {
  let isLeft = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          // A timer of no length may fire before anybody else has had a turn.
          await setImmediate()
          if (services.closing.aborted) throw new Failure('busy', 'The service is stopping.')
          await verifyAccess()
          const { bytes, isLast } = await nextChunk(services, pieces)
          if (isLeft) return
          if (bytes.length > 0) controller.enqueue(bytes)
          if (!isLast) return
          // Before the client knows, so that it may begin another at once.
          await running.end()
          controller.close()
        } catch (error) {
          if (!(error instanceof Failure)) services.log.error('An export ended by a bug', error)
          abort()
          await pieces.return()
        }
      },
      async cancel() {
        isLeft = true
        await pieces.return()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The next chunk, which is empty only at the end: a stream that is given nothing does not ask again. */
async function nextChunk(
  { clock }: Services,
  pieces: Pieces,
): Promise<{ bytes: Uint8Array; isLast: boolean }> {
  const startedAt = clock.now()
  const parts: Uint8Array[] = []
  let length = 0
  while (length === 0 || (length < CHUNK && clock.now() - startedAt < MAX_CHUNK_TIME)) {
    const { done, value } = await pieces.next()
    if (done) return { bytes: Buffer.concat(parts), isLast: true }
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    parts.push(bytes)
    length += bytes.length
  }
  return { bytes: Buffer.concat(parts), isLast: false }
}
