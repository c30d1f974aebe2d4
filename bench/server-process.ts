import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A server in a separate process. */
export type ServerProcess = { origin: string; pid: number; stop(): void }

/** Starts a script of this folder, sends it its configuration, and waits for its port. */
export async function startServerProcess(script: string, config: unknown): Promise<ServerProcess> {
  const child = fork(new URL(script, import.meta.url))
  child.send(config as object)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended.`)))
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number]
  // A later exit is expected: `stop` kills the process.
  ended.catch(() => undefined)
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => void child.kill() }
}
