import type { MessageName } from './message.ts'
import type { TabOutcome } from './save-tab.ts'

/** The name of the message that tells the outcome of a highlight. */
export function highlightMessageName(outcome: TabOutcome): MessageName {
  if (outcome.kind === 'queued') return outcome.entry.dueAt === null ? 'notSaved' : 'highlightWaits'
  return outcome.quotesInNote ? 'quoteInNote' : 'highlighted'
}
