import { setPriority } from 'node:os'
import { systemClock } from '../../ports/clock.ts'
import { type Thumbnail, type ThumbnailKind, UNAVAILABLE } from './thumbnail.ts'

/** An image to make thumbnails of. */
export type ThumbnailTask = { body: Uint8Array; kind: ThumbnailKind }

/** The answer to a task; without thumbnails if none can be made of the image. */
export type ThumbnailAnswer = { thumbnails: Thumbnail[] | undefined }

/** How often the memory is measured, in milliseconds. Decoders allocate it in threads of their own. */
const MEMORY_INTERVAL = 50
/** A Unix priority from -20, the highest, to 19. With 5 it still gets a quarter of the usual share of a busy machine. */
const LOW_PRIORITY = 5

const maxBytes = Number(process.argv[2]) * 1024 * 1024

/** Exits at once: an ordinary exit would wait for the thread that decodes. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

async function watchMemory(): Promise<void> {
  const { signal } = new AbortController()
  while (process.memoryUsage.rss() <= maxBytes) await systemClock.wait(MEMORY_INTERVAL, signal)
  end()
}

// Extraction and requests have priority.
setPriority(LOW_PRIORITY)
void watchMemory()
// The parent process has ended, or no longer needs this one.
process.on('disconnect', end)

const renderer = await import('./render-thumbnails.ts').catch(() => process.exit(UNAVAILABLE))
process.on('message', async ({ body, kind }: ThumbnailTask) => {
  const thumbnails = await renderer.renderThumbnails(body, kind).catch(() => undefined)
  process.send!({ thumbnails } satisfies ThumbnailAnswer)
})
