import type { TabOutcome } from '../browser/save-tab.ts'
import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import type { Failure } from '../core/failure.ts'
import type { Entity } from '../core/siren.ts'
import { byId } from './element.ts'

/** The texts of the popup's status: a headline, what is going on, and what went wrong. */
export type StatusText = { outcome: string; detail?: string; failure?: string; isGood?: boolean }

/** Shows the texts in the popup's only live region. Nothing in it can have the focus. */
export function say({ outcome, detail = '', failure = '', isGood = false }: StatusText): void {
  byId('status').classList.toggle('good', isGood)
  setText('outcome', outcome)
  setText('detail', detail)
  setText('failure', failure)
}

/** Shows what an action did, below the headline. */
export function sayDone(text: string): void {
  setText('detail', text)
  setText('failure', '')
}

export function sayFailure(failure: Pick<Failure, 'code' | 'detail'>): void {
  setText('failure', describeFailure(failure))
}

function setText(id: string, text: string): void {
  const line = byId(id)
  // Screen readers would announce a text that is set again.
  if (line.textContent !== text) line.textContent = text
  line.hidden = text === ''
}

/** The texts for the outcome of a save. */
export function statusTextOf(outcome: TabOutcome): StatusText {
  const leftOut = outcome.leftOut && message(LEFT_OUT[outcome.leftOut])
  if (outcome.kind === 'saved') {
    const { item, isNew, hasQueuedChange = false, wasSavedBefore = false } = outcome
    const isRemoved = item.class.includes('removed')
    const detail = hasQueuedChange
      ? message('editWaits')
      : (leftOut ?? ((isNew && !wasSavedBefore) || isRemoved ? '' : stateOf(item)))
    const headline = isRemoved ? 'removed' : isNew ? 'saved' : 'inQueue'
    return { outcome: message(headline), detail, isGood: !isRemoved }
  }
  const { failure, dueAt } = outcome.entry
  if (failure?.code === 'signed_out')
    return { outcome: message('notSignedIn'), detail: message('untilSignedIn') }
  const reason = failure ? describeFailure(failure) : ''
  if (dueAt === null) return { outcome: message('notSaved'), failure: reason }
  const next = failure?.code === 'paused' ? '' : message('untilReachable')
  return { outcome: message('waiting'), detail: leftOut ?? next, failure: reason }
}

const LEFT_OUT = { too_large: 'tooLarge', no_answer: 'noAnswer', outbox_full: 'outboxFull' } as const

/** The state of an item that was saved before. */
function stateOf(item: Entity): string {
  const states = { unread: 'stateUnread', read: 'stateRead', snoozed: 'stateSnoozed' } as const
  const state = (['unread', 'read', 'snoozed'] as const).find((name) => item.class.includes(name))
  const parts = [
    state && message(states[state]),
    item.properties['favouritedAt'] ? message('stateFavourite') : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
