import type { Agent } from '../model/actor.ts'

/** Who asks, and when: what `me` and `today` in a query mean. `agent` is null for the person. */
export type Asker = { agent: Agent | null; now: number }

/** For a query that is only checked or shown, and finds nothing. */
export const NOBODY: Asker = { agent: null, now: 0 }
