import type { RawInput } from '../input/field.ts'
import type { Change } from '../history/change.ts'
import type { Agent } from '../model/actor.ts'
import type { ItemId } from '../../ids.ts'

/** What an agent asked for: an action of the catalogue on an item, or on the queue where `itemId` is null. */
export type RequestedChange = { action: string; itemId: ItemId | null; input: RawInput }

/** What an agent asked for and the person has not decided yet. */
export type Suggestion = RequestedChange & {
  id: string
  agent: Agent
  /** What it would have done when it was suggested. */
  changes: SuggestedChange[]
  /** The item whose text speaks to agents, which the agent had just read; null if the person lets it only suggest. */
  injectionSource: string | null
  suggestedAt: number
}

export type SuggestedChange = Pick<
  Change,
  'action' | 'itemId' | 'search' | 'before' | 'after' | 'afterReading'
>

/** Thrown instead of the outcome of an action that has become a suggestion: nothing was changed. */
export class BecameSuggestion extends Error {
  readonly suggestion: Suggestion

  constructor(suggestion: Suggestion) {
    super('The change has become a suggestion.')
    this.suggestion = suggestion
  }
}

/** What an agent is told of it. */
export function suggestedWords({ changes, injectionSource }: Suggestion): string {
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  return `Suggested, not done (${count}): ${suggestedBecause({ injectionSource })}. The person accepts or dismisses it on their Agents page; do not repeat it.`
}

/** Why an agent's change is only suggested, as the second half of a sentence. */
export function suggestedBecause({ injectionSource }: Pick<Suggestion, 'injectionSource'>): string {
  return injectionSource === null
    ? 'the person lets you suggest changes only'
    : 'you have just read a text that gives agents instructions'
}
