import { flushCompileCache } from 'node:module'
import { pause, SECOND } from '../ports/clock.ts'

/** Who waited for the start is served first. */
const PATIENCE = SECOND / 2

/**
 * Ends a start. Writes down what it compiled, where that is kept: a process that is killed would not. Then gives back
 * the memory that only the start needed, about as much as stays. The engine would not do so by itself; what it finds
 * also tells it how much may be left lying later. Both together hold up requests for some hundredths of a second.
 */
export async function settle(): Promise<void> {
  await pause(PATIENCE)
  flushCompileCache()
  try {
    const { Session } = await import('node:inspector/promises')
    const session = new Session()
    session.connect()
    await session.post('HeapProfiler.collectGarbage')
    session.disconnect()
  } catch {
    // Node may be built or started without its inspector; the service is only larger then.
  }
}
