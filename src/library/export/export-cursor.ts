import type { Database } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { type QueueVersion, readQueueVersion } from '../../queue/items/queue-state.ts'
import { parseInstant } from '../../queue/model/instant-text.ts'
import type { Since } from './export-source.ts'
import type { AccountId } from '../../ids.ts'

const CURSOR = /^(\d{1,15})(?:-([0-9a-z]{1,10}))?$/

/**
 * A cursor for a version of a queue. It contains the version's instant, so that a restored service recognises a
 * version from after its backup.
 */
export function writeExportCursor({ version, changedAt }: QueueVersion): string {
  return `${version}-${changedAt.toString(36)}`
}

/**
 * Parses a cursor or an instant. Throws `invalid_input`, and `gone` if the queue never had this version, or had
 * another one of the same number.
 */
export async function parseSince(db: Database, accountId: AccountId, text: string): Promise<Since> {
  const [, number, seenAt] = CURSOR.exec(text) ?? []
  if (number === undefined) {
    const at = parseInstant(text)
    if (at !== undefined) return { at }
    throw new Failure(
      'invalid_input',
      '"since" takes an instant such as 2026-12-24T18:00:00Z, a day such as 2026-12-24, or what the link "next" of an earlier export says.',
    )
  }
  const version = Number(number)
  const current = await readQueueVersion(db, accountId)
  const changedAt = seenAt === undefined ? 0 : Number.parseInt(seenAt, 36)
  const isOther = version === current.version && seenAt !== undefined && changedAt !== current.changedAt
  if (version > current.version || changedAt > current.changedAt || isOther) {
    throw new Failure(
      'gone',
      'This queue has not had the state that "since" names: the service was restored from a backup. Export again with since=0.',
    )
  }
  return { version }
}
