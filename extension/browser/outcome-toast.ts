import { describeFailure } from './describe-failure.ts'
import { becameOf } from './highlight-outcome.ts'
import { message } from './message.ts'
import type { TabOutcome } from './save-tab.ts'
import { showToast } from './toast.ts'

/** Says on the page of a tab what became of a save, and offers to undo it. */
export async function showSaved(tabId: number | undefined, outcome: TabOutcome): Promise<void> {
  if (tabId !== undefined) await showToast(tabId, savedText(outcome), undoneBy(outcome))
}

/** Says on the page of a tab what became of words that were to be highlighted, and offers to undo it. */
export function showHighlighted(tabId: number, outcome: TabOutcome): Promise<void> {
  return showToast(tabId, message(becameOf(outcome)), undoneBy(outcome))
}

function savedText(outcome: TabOutcome): string {
  if (outcome.kind === 'saved') return message(outcome.isNew ? 'saved' : 'savedBefore')
  const { dueAt, failure } = outcome.entry
  if (failure?.code === 'signed_out') return message('untilSignedIn')
  if (dueAt === null || failure?.code === 'paused')
    return failure ? describeFailure(failure) : message('notSaved')
  return message(navigator.onLine ? 'untilReachable' : 'untilOnline')
}

/** The entry of an outcome; a waiting one only if nothing else waits in it, which would be lost with it. */
function undoneBy(outcome: TabOutcome): number[] {
  if (outcome.sentAs === undefined) return []
  return outcome.kind === 'queued' && outcome.entry.revision > 0 ? [] : [outcome.sentAs]
}
