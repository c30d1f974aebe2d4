import { Failure } from '../../failure.ts'
import type { ChangeRange, History } from './history.ts'

/**
 * A position in the change feed: after a change, which was made `at`. The time tells this change from another one that got
 * the same number after the service was restored from a backup; undefined if the caller knows the number alone.
 */
export type FeedCursor = { sequence: number; at?: number | undefined }

const CURSOR = /^(\d{1,15})(?:-([0-9a-z]{1,10}))?$/

export function writeFeedCursor({ sequence, at }: FeedCursor): string {
  return at === undefined ? String(sequence) : `${sequence}-${at.toString(36)}`
}

/** Undefined for what is no cursor. */
export function parseFeedCursor(given: unknown): FeedCursor | undefined {
  if (typeof given === 'number')
    return Number.isSafeInteger(given) && given >= 0 ? { sequence: given } : undefined
  const [, sequence, at] = (typeof given === 'string' && CURSOR.exec(given)) || []
  if (sequence === undefined) return undefined
  return { sequence: Number(sequence), at: at === undefined ? undefined : Number.parseInt(at, 36) }
}

/** Throws `gone` if changes after this position were pruned, or if the history has continued differently since. */
export async function checkFeedCursor(
  history: History,
  cursor: FeedCursor,
  range: ChangeRange,
): Promise<void> {
  const { sequence, at } = cursor
  checkRange(sequence, range)
  if (at === undefined) return
  const change = await history.find(sequence)
  // A change that was pruned meanwhile can't be compared; those after it are all kept.
  if (change && change.at !== at) {
    throw cursorGone(
      `This cursor does not belong to change ${sequence}: it is damaged, or the service was restored from a backup.`,
    )
  }
}

/** Throws `gone` if changes after that number were pruned, or if it is beyond the latest. */
export function checkRange(sequence: number, { latest, dropped }: ChangeRange): void {
  // The client saw changes made after the backup that the service was restored from.
  if (sequence > latest) throw cursorGone(`There is no change ${sequence} here: the latest is ${latest}.`)
  if (sequence < dropped) throw cursorGone(`Changes up to ${dropped} are no longer kept.`)
}

function cursorGone(why: string): Failure {
  return new Failure('gone', `${why} Read the queue as it is now, then go on with after=latest.`)
}
