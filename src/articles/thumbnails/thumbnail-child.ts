import { type ChildProcess, fork } from 'node:child_process'
import { type Thumbnail, UNAVAILABLE } from './thumbnail.ts'
import type { ThumbnailAnswer, ThumbnailTask } from './thumbnail-process.ts'

/** The outcome for an image: its thumbnails, if it has any; or the process ended, or can't run on this platform. */
type ThumbnailOutcome = Thumbnail[] | undefined | 'ended' | 'unavailable'

/** A process that makes thumbnails. An idle one doesn't keep the parent process alive. */
export type ThumbnailChild = {
  /** Runs one task at a time. Ends the process when `timeIsOver` resolves first. Never rejects. */
  run(task: ThumbnailTask, timeIsOver: Promise<void>): Promise<ThumbnailOutcome>
  isAlive(): boolean
  /** Resolves once it has ended. */
  end(): Promise<void>
}

/** The heap of its JavaScript; decoders allocate memory outside of it. */
const HEAP_MEGABYTES = 64

/** Starts a process that gets neither the environment nor the files of the service. */
export function startThumbnailChild(program: URL, maxMegabytes: number): ThumbnailChild {
  let isAlive = true
  let settle: ((outcome: ThumbnailOutcome) => void) | undefined
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>()

  function onEnd(code?: number | null): void {
    isAlive = false
    settle?.(code === UNAVAILABLE ? 'unavailable' : 'ended')
    resolveEnded()
  }

  function forkProgram(): ChildProcess | undefined {
    try {
      return fork(program, [String(maxMegabytes)], {
        execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
    } catch {
      // The machine has no memory or handles left.
      onEnd()
      return undefined
    }
  }

  const child = forkProgram()
  child?.on('message', ({ thumbnails }: ThumbnailAnswer) => settle?.(thumbnails))
  child?.on('exit', onEnd)
  child?.on('error', () => {
    child.kill('SIGKILL')
    // A process that could not be started never exits.
    if (child.pid === undefined) onEnd()
  })

  return {
    async run(task, timeIsOver) {
      if (!child || !isAlive) return 'ended'
      child.ref()
      child.channel?.ref()
      const { promise, resolve } = Promise.withResolvers<ThumbnailOutcome>()
      settle = resolve
      // If the channel is already closed, the process is about to end, or will be ended by the time limit.
      child.send(task, () => undefined)
      void timeIsOver.then(() => settle === resolve && child.kill('SIGKILL'))
      const outcome = await promise
      settle = undefined
      child.unref()
      child.channel?.unref()
      return outcome
    },
    isAlive: () => isAlive,
    end() {
      child?.kill('SIGKILL')
      return ended
    },
  }
}
