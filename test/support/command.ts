import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT } from './environment.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A third-party program in its own process. */
export type Command = {
  process: ChildProcess
  /** Everything printed so far, on standard output and standard error. */
  output(): string
  /** Resolves to the exit code. */
  ended: Promise<number | null>
  /** Waits until the output matches a pattern, and returns the match. Throws if the program ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Runs an installed script by its path below node_modules, with only these environment variables. */
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
    async waitForOutput(pattern) {
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
