import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT } from './environment.ts'

const root = new URL('../../', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: { start: string }
}
const [, ...flags] = scripts.start.split(' ')
const main = fileURLToPath(new URL(flags.pop()!, root))

/** Tests and measurements do in a moment what takes agents hours. */
const NO_LIMITS = { AGENT_CHANGES_A_MINUTE: '0', AGENT_REMOVALS_AN_HOUR: '0', AGENT_BYTES_AN_HOUR: '0' }

/** The service as a process of its own, as `npm start` runs it. */
export type Program = {
  process: ChildProcess
  /** All it has printed so far, on both channels. */
  output(): string
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** The address it prints when it is ready; throws with its output where it ends before. */
  ready(): Promise<string>
}

export function startProgram(env: Record<string, string>, args: string[] = []): Program {
  const child = spawn(process.execPath, [...flags, main, ...args], {
    env: { ...ENVIRONMENT, PORT: '0', ...NO_LIMITS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    process: child,
    output: () => output,
    ended,
    async ready() {
      let isOver = false
      void ended.then(() => (isOver = true))
      for (;;) {
        const address = /ready at (\S+)/.exec(output)?.[1]
        if (address) return address
        if (isOver) throw new Error(`It ended before it was ready:\n${output}`)
        await Promise.race([once(child.stdout, 'data'), ended])
      }
    },
  }
}

/** Runs a command of the program on a database until it ends. */
export async function runCommand(
  databaseUrl: string,
  ...args: string[]
): Promise<[code: number | null, output: string]> {
  const program = startProgram({ DATABASE_URL: databaseUrl }, args)
  return [await program.ended, program.output()]
}
