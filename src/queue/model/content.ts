import type { ExtractionChoice, ExtractionMethod } from '../../settings/extraction-choice.ts'
import type { Agent } from './actor.ts'

/** A copy of the page: its source, its time and its word count. */
export type Snapshot = {
  id: string
  source: CaptureSource
  at: number
  words: number
  /** How its article was to be found; missing for automatic. */
  choice?: ExtractionChoice
  /** How its article was found; missing where that is not known. */
  method?: ExtractionMethod
}

/** Where a copy comes from: fetched by the service, sent by the person's browser, or provided by an agent. */
export type CaptureSource =
  { kind: 'service'; agent: null } | { kind: 'person'; agent: null } | { kind: 'agent'; agent: Agent }

/**
 * The status of fetching the page. If there is an article already, `pending` and `reason` are about fetching it again.
 */
export type Content = {
  status: 'pending' | 'ready' | 'failed'
  reason: string | null
  /** Media type of the page, once it has been fetched. */
  type: string | null
}
