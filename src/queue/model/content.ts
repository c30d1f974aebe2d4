import type { Agent } from './actor.ts'

/** A copy of the page: whose, from when, and how many words it has. */
export type Snapshot = { id: string; source: CaptureSource; at: number; words: number }

/** Whose copy it is: fetched by the service, handed over by the person's browser, or provided by an agent. */
export type CaptureSource = { kind: 'service' | 'person'; agent: null } | { kind: 'agent'; agent: Agent }

/** How fetching the page went; with an article kept, `pending` and a reason are about fetching it anew. */
export type Content = {
  status: 'pending' | 'ready' | 'failed'
  reason: string | null
  /** Media type of the page, once it was fetched. */
  type: string | null
}
