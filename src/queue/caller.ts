import type { Connection } from '../database/database.ts'
import type { Actor } from './model/actor.ts'

/** Who changes a queue for a request, which may have to wait for its turn. */
export type Caller = Actor & {
  /** Looks again, within the transaction of the change, whether they still have access; throws where they don't. */
  verifyAccess?: (tx: Connection) => Promise<unknown>
}
