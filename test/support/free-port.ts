import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to whoever asks for any port, so that nobody is given it meanwhile. */
const LOWEST = 15_000
const PAIRS = 7_500

/** A port of 127.0.0.1 on which nothing listens now, and none on the next one either. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + 2 * Math.floor(Math.random() * PAIRS)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
