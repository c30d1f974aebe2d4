import type { Actor } from '../model/actor.ts'
import type { Change } from '../history/change.ts'
import type { ChangePart } from '../history/change-part.ts'

/** A part of a change that an undo leaves as it is. `because` is a sentence; `by` is the later change in the way. */
export type UndoConflict = { part: ChangePart; because: string; by: Change | null }

/** Who is told: a person is spoken to as one. */
export type Audience = Actor['kind']

/** Who has changed something since, for the beginning of a sentence. */
export function whoChanged({ actor }: { actor: Actor }, audience: Audience = 'agent'): string {
  if (actor.agent) return `The agent “${actor.agent.name}” has changed`
  if (actor.kind === 'service') return 'The service has changed'
  return audience === 'person' ? 'You’ve changed' : 'The person has changed'
}

/** Why parts stay, in a sentence for each who changed some of them. */
export function explainConflicts(conflicts: UndoConflict[], audience?: Audience): string {
  const changed = Map.groupBy(
    conflicts.filter(({ by }) => by !== null),
    ({ by }) => whoChanged(by!, audience),
  )
  const others = conflicts.filter(({ by }) => by === null).map(({ because }) => because)
  return [
    ...[...changed].map(([has, of]) => `${has} ${joinWords(of.map(({ part }) => part.what))} since.`),
    ...new Set(others),
  ].join(' ')
}

/** Why an item that was saved, or a saved search, stays. */
export function reasonOfItem(by: Change, audience?: Audience): string {
  return `${whoChanged(by, audience)} ${by.search ? 'the saved search' : 'the item'} since.`
}

/** A list for the middle of a sentence. */
function joinWords(words: string[]): string {
  const [last = '', ...rest] = words.toReversed()
  return rest.length === 0 ? last : `${rest.toReversed().join(', ')} and ${last}`
}
