import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { findExecutable } from './executable.ts'

/** A screen that nobody looks at, where a browser shows its own dialogs, and a keyboard. */
export type Screen = {
  /** Its name for programs, as in DISPLAY. */
  display: string
  /** Presses a key in the window that has the focus. */
  press(key: string): Promise<void>
  stop(): Promise<void>
}

/** What such a screen lacks on this machine, in words; undefined where nothing is. */
export function missingForScreen(): string | undefined {
  const missing = ['Xvfb', 'xdotool'].filter((name) => !findExecutable(undefined, [name]))
  return missing.length === 0 ? undefined : `${missing.join(' and ')} not installed`
}

export async function startScreen(): Promise<Screen> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer]
  const display = `:${number.toString().trim()}`
  return {
    display,
    async press(key) {
      await promisify(execFile)('xdotool', ['key', key], { env: { ...process.env, DISPLAY: display } })
    },
    async stop() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
