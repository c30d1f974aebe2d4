import type { Agent } from '../model/actor.ts'

/** Who asks, and when: what `me` and `today` in a query mean. `agent` is null for the person. */
export type QueryContext = { agent: Agent | null; now: number }

/** For a query that is only checked or shown, and finds nothing. */
export const NO_CONTEXT: QueryContext = { agent: null, now: 0 }
