import type { Connection } from '../database/database.ts'
import type { Actor } from './model/actor.ts'

/** The actor that changes a queue for a request, which may have to wait for the lock. */
export type Caller = Actor & {
  /** Checks within the change's transaction that the actor still has access, and throws if not. */
  verifyAccess?: (tx: Connection) => Promise<unknown>
  /** Whether the person lets this agent only suggest changes. */
  mayOnlySuggest?: (tx: Connection) => Promise<boolean>
}
