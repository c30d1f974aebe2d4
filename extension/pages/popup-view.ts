import type { TabOutcome } from '../browser/save-tab.ts'
import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import type { Failure } from '../core/failure.ts'
import type { Entity } from '../core/siren.ts'
import { byId } from './element.ts'

/** What the popup says of the page: a headline, what goes on, and what went wrong. */
export type Said = { outcome: string; detail?: string; failure?: string; isGood?: boolean }

/** Says it in the page's one live region, in which nothing has the focus. */
export function say({ outcome, detail = '', failure = '', isGood = false }: Said): void {
  byId('status').classList.toggle('good', isGood)
  setText('outcome', outcome)
  setText('detail', detail)
  setText('failure', failure)
}

/** Says what an act did, beside the headline. */
export function sayDone(text: string): void {
  setText('detail', text)
  setText('failure', '')
}

export function sayFailure(failure: Pick<Failure, 'code' | 'detail'>): void {
  setText('failure', describeFailure(failure))
}

function setText(id: string, text: string): void {
  const line = byId(id)
  // A text that is set again would be read out again.
  if (line.textContent !== text) line.textContent = text
  line.hidden = text === ''
}

/** What became of a save. */
export function saidOf(outcome: TabOutcome): Said {
  const leftOut = outcome.leftOut && message(LEFT_OUT[outcome.leftOut])
  if (outcome.kind === 'saved') {
    const { item, isNew, waits = false, isKnown = false } = outcome
    const isRemoved = item.class.includes('removed')
    const detail = waits
      ? message('editWaits')
      : (leftOut ?? ((isNew && !isKnown) || isRemoved ? '' : stateOf(item)))
    const headline = isRemoved ? 'removed' : isNew ? 'saved' : 'inQueue'
    return { outcome: message(headline), detail, isGood: !isRemoved }
  }
  const { failure, dueAt } = outcome.entry
  if (failure?.code === 'signed_out')
    return { outcome: message('notSignedIn'), detail: message('untilSignedIn') }
  const why = failure ? describeFailure(failure) : ''
  if (dueAt === null) return { outcome: message('notSaved'), failure: why }
  const then = failure?.code === 'paused' ? '' : message('untilReachable')
  return { outcome: message('waiting'), detail: leftOut ?? then, failure: why }
}

const LEFT_OUT = { too_large: 'tooLarge', no_answer: 'noAnswer', outbox_full: 'outboxFull' } as const

/** How an item stands that was saved before. */
function stateOf(item: Entity): string {
  const states = { unread: 'stateUnread', read: 'stateRead', snoozed: 'stateSnoozed' } as const
  const state = (['unread', 'read', 'snoozed'] as const).find((name) => item.class.includes(name))
  const parts = [
    state && message(states[state]),
    item.properties['favouritedAt'] ? message('stateFavourite') : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
