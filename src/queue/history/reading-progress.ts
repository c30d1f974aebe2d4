/**
 * Reading progress is recorded every few seconds while somebody reads, so whatever lists or counts changes leaves it out
 * unless it is asked for.
 */
const ACTION = 'set-progress'

/** A condition on `changes`. */
export const IS_NOT_READING_PROGRESS = `action <> '${ACTION}'`

/** Whether a change of this action only says how far somebody has read. */
export function isReadingProgress(action: string): boolean {
  return action === ACTION
}
