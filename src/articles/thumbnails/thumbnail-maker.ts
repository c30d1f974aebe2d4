import { type Clock, SECOND, systemClock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import { createPageQueue, type Requester } from '../page-queue.ts'
import { startThumbnailChild, type ThumbnailChild } from './thumbnail-child.ts'
import { MAX_PIXELS, type Thumbnail, type ThumbnailKind, THUMBNAIL_TYPE } from './thumbnail.ts'
import type { ThumbnailTask } from './thumbnail-process.ts'

/**
 * Makes thumbnails in a separate process, one image at a time; accounts take turns. Decoders are native code that
 * parses untrusted input: if one crashes or runs out of memory, only that process ends, and the next image starts a
 * new one.
 */
export type ThumbnailMaker = {
  /**
   * The thumbnails of an image; undefined if it isn't a valid image, is too large or takes too long, or if this
   * platform can't make any.
   */
  make(body: Uint8Array, kind: ThumbnailKind, requester: Requester): Promise<Thumbnail[] | undefined>
  close(): Promise<void>
}

export type ThumbnailMakerOptions = {
  clock: Clock
  /** Receives one warning if this platform can't make thumbnails. */
  log: Pick<Log, 'warn'> | undefined
  /** The time for one image, in milliseconds. */
  timeLimit: number
  /** How long an idle process is kept, in milliseconds. It holds memory meanwhile. */
  idleLimit: number
  /** The memory of the whole process. A picture of MAX_PIXELS takes half of it. */
  maxMegabytes: number
  program: URL
}

const DEFAULTS: ThumbnailMakerOptions = {
  clock: systemClock,
  log: undefined,
  timeLimit: 20 * SECOND,
  idleLimit: 30 * SECOND,
  maxMegabytes: 640,
  program: new URL('./thumbnail-process.ts', import.meta.url),
}

/** In bytes; ten times the size of a usual thumbnail. */
const MAX_THUMBNAIL_BYTES = 256 * 1024

type Waiting = {
  requester: Requester
  wasInterrupted: false
  task: ThumbnailTask
  resolve(thumbnails: Thumbnail[] | undefined): void
}

/** Creates a maker that starts its process when it is first used. */
export function createThumbnailMaker(options: Partial<ThumbnailMakerOptions> = {}): ThumbnailMaker {
  const { clock, log, timeLimit, idleLimit, maxMegabytes, program } = { ...DEFAULTS, ...options }
  const waiting = createPageQueue<Waiting>(clock)
  let child: ThumbnailChild | undefined
  let isBusy = false
  let isUnavailable = false
  let isClosed = false
  let reused = new AbortController()

  async function next(): Promise<void> {
    if (isBusy) return
    const first = waiting.take([], true)
    if (!first) return
    isBusy = true
    const startedAt = clock.now()
    const thumbnails = await run(first.task)
    isBusy = false
    waiting.charge(first.requester.accountId, clock.now() - startedAt)
    first.resolve(thumbnails)
    void next()
  }

  async function run(task: ThumbnailTask): Promise<Thumbnail[] | undefined> {
    if (isClosed || isUnavailable) return undefined
    reused.abort()
    if (!child?.isAlive()) child = startThumbnailChild(program, maxMegabytes)
    const controller = new AbortController()
    const outcome = await child.run(task, clock.wait(timeLimit, controller.signal))
    controller.abort()
    if (outcome === 'unavailable') {
      isUnavailable = true
      log?.warn('sharp has no binary for this platform, so lists show images as they were sent')
    }
    if (outcome === 'ended' || outcome === 'unavailable') return undefined
    reused = new AbortController()
    void endWhenIdle(child, reused.signal)
    const isWellMade = await createCheck(task.kind)
    return outcome?.every(isWellMade) ? outcome : undefined
  }

  async function endWhenIdle(idle: ThumbnailChild, signal: AbortSignal): Promise<void> {
    await clock.wait(idleLimit, signal)
    if (!signal.aborted) await idle.end()
  }

  return {
    async make(body, kind, requester) {
      // Loaded with the first image, so that the service starts faster.
      const { inspectImage } = await import('../images.ts')
      const image = inspectImage(body)
      if (isClosed || !image || image.width * image.height > MAX_PIXELS) return undefined
      return new Promise((resolve) => {
        waiting.add({ requester, wasInterrupted: false, task: { body, kind }, resolve })
        void next()
      })
    },
    async close() {
      isClosed = true
      reused.abort()
      for (const { resolve } of waiting.clear()) resolve(undefined)
      await child?.end()
    },
  }
}

/**
 * Returns a check that a thumbnail has the requested properties, since a malicious image may have taken over the
 * process.
 */
async function createCheck({
  sizes,
}: ThumbnailKind): Promise<(thumbnail: Thumbnail, index: number) => boolean> {
  const { inspectImage } = await import('../images.ts')
  return ({ width, height, body }, index) => {
    const size = sizes[index]
    const image = inspectImage(body)
    return (
      body.length <= MAX_THUMBNAIL_BYTES &&
      image?.mediaType === THUMBNAIL_TYPE &&
      [width, image.width].every((side) => side === size?.width) &&
      [height, image.height].every((side) => side === size?.height)
    )
  }
}
