import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT } from './environment.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A program that others wrote, run as a process of its own. */
export type Command = {
  process: ChildProcess
  /** All it has printed so far, on both channels. */
  output(): string
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** What a pattern matches in its output, as soon as it does; throws with the output where it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Runs an installed script by its path below node_modules, with only these variables in its environment. */
export function startCommand(script: string, args: string[], env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [`${root}node_modules/${script}`, ...args], {
    env: { ...ENVIRONMENT, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let isOver = false
  const ended = once(child, 'close').then(([code]) => {
    isOver = true
    return code as number | null
  })
  return {
    process: child,
    output: () => output,
    ended,
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(output)
        if (found) return found
        if (isOver) throw new Error(`It ended without printing ${pattern}:\n${output}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
      }
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
