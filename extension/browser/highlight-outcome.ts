import type { MessageName } from './message.ts'
import type { TabOutcome } from './save-tab.ts'

/** What became of words that were to be highlighted. */
export function becameOf(outcome: TabOutcome): MessageName {
  if (outcome.kind === 'queued') return outcome.entry.dueAt === null ? 'notSaved' : 'highlightWaits'
  return outcome.missedQuotes ? 'quoteInNote' : 'highlighted'
}
