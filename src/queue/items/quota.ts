import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'

/** What one account may keep: bytes of pages, articles and images as they are stored, and items. */
export type Quota = { bytes: number; items: number }

/** What an account keeps of it; items in the trash count until they are deleted for good. */
export type Usage = { bytes: number; items: number }

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB']
const THOUSAND = 1000

/** Bytes in the unit that people use for so many: `4.98 GB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < THOUSAND) return `${bytes} bytes`
  let value = bytes / THOUSAND
  let unit = 0
  // What would be rounded to a thousand is one of the next unit.
  while (value >= THOUSAND - 0.5 && unit < UNITS.length - 1) {
    value /= THOUSAND
    unit += 1
  }
  return `${Number(value.toPrecision(3))} ${UNITS[unit]}`
}

/** How much each of these accounts uses, by id; to be shown. */
export async function usageOf(db: Connection, accountIds: string[]): Promise<Map<string, Usage>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.rows<Usage & { id: string }>(
    `SELECT account_id AS id, bytes_kept AS bytes, unread + read + snoozed + removed AS items
     FROM queues WHERE account_id IN (${placeholders(accountIds.length)})`,
    ...accountIds,
  )
  return new Map(rows.map(({ id, bytes, items }) => [id, { bytes, items }]))
}

const ROOM =
  'Remove items that you no longer need: the room is free when the trash is emptied. Reading, removing and exporting still work.'

/** Throws `quota_exceeded` where an account has no room for one more item. */
export function refuseItem(usage: Usage, quota: Quota): void {
  if (usage.items >= quota.items)
    throw new Failure(
      'quota_exceeded',
      `This account keeps ${usage.items} items, with those in the trash, and may keep ${quota.items}. Nothing was changed. ${ROOM}`,
    )
  if (usage.bytes >= quota.bytes) throw full(usage, quota)
}

/** Throws `quota_exceeded` where content that takes more room than before is too much. */
export function refuseBytes(usage: Usage, quota: Quota, more: number): void {
  if (more > 0 && usage.bytes + more > quota.bytes) throw full(usage, quota, more)
}

function full({ bytes }: Usage, quota: Quota, more?: number): Failure {
  const needed = more === undefined ? '' : `, and this takes ${sizeInWords(more)} more`
  return new Failure(
    'quota_exceeded',
    `This account uses ${sizeInWords(bytes)} of ${sizeInWords(quota.bytes)} for saved pages${needed}. Nothing was changed. ${ROOM}`,
  )
}

/** In words that stay with an item why what was fetched for it is not there; rethrows what is no `quota_exceeded`. */
export function reasonOfFull(error: unknown, what: string): string {
  if (error instanceof Failure && error.code === 'quota_exceeded') return `${what} Your account is full.`
  throw error
}
