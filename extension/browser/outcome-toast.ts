import { describeFailure } from './describe-failure.ts'
import { highlightMessageName } from './highlight-outcome.ts'
import { message } from './message.ts'
import type { TabOutcome } from './save-tab.ts'
import { showToast } from './toast.ts'

/** Shows the outcome of a save on the page of its tab, and offers to undo it. */
export async function showSaveOutcome(tabId: number | undefined, outcome: TabOutcome): Promise<void> {
  if (tabId !== undefined) await showToast(tabId, saveOutcomeText(outcome), undoableEntryIds(outcome))
}

/** Shows the outcome of a highlight on the page of its tab, and offers to undo it. */
export function showHighlightOutcome(tabId: number, outcome: TabOutcome): Promise<void> {
  return showToast(tabId, message(highlightMessageName(outcome)), undoableEntryIds(outcome))
}

function saveOutcomeText(outcome: TabOutcome): string {
  if (outcome.kind === 'saved') return message(outcome.isNew ? 'saved' : 'savedBefore')
  const { dueAt, failure } = outcome.entry
  if (failure?.code === 'signed_out') return message('untilSignedIn')
  if (dueAt === null || failure?.code === 'paused')
    return failure ? describeFailure(failure) : message('notSaved')
  return message(navigator.onLine ? 'untilReachable' : 'untilOnline')
}

/** The id of the entry that an outcome can be undone by. A queued entry that has other changes too would take them with it. */
function undoableEntryIds(outcome: TabOutcome): number[] {
  if (outcome.entryId === undefined) return []
  return outcome.kind === 'queued' && outcome.entry.revision > 0 ? [] : [outcome.entryId]
}
