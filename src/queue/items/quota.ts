import { type Connection, placeholders } from '../../database/database.ts'
import { Failure } from '../../failure.ts'

/** The limits of one account: stored bytes of pages, articles and images, and items. */
export type Quota = { bytes: number; items: number }

/** How much of its quota an account uses; items in the trash count until they are permanently deleted. */
export type Usage = { bytes: number; items: number }

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB']
const THOUSAND = 1000

/** How a language writes a number, and a number of bytes. */
type NumberFormat = { count: (value: number) => string; bytes: (value: number) => string }

const PLAIN: NumberFormat = { count: String, bytes: (value) => `${value} bytes` }

/** A number of bytes in a readable unit: `4.98 GB`. */
export function formatBytes(size: number, { count, bytes }: NumberFormat = PLAIN): string {
  if (size < THOUSAND) return bytes(size)
  let value = size / THOUSAND
  let unit = 0
  // A value that would round to 1000 is shown as 1 of the next unit.
  while (value >= THOUSAND - 0.5 && unit < UNITS.length - 1) {
    value /= THOUSAND
    unit += 1
  }
  return `${count(Number(value.toPrecision(3)))} ${UNITS[unit]}`
}

/** How much each of these accounts uses, by id. For display. */
export async function readUsage(db: Connection, accountIds: string[]): Promise<Map<string, Usage>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.rows<Usage & { id: string }>(
    `SELECT account_id AS id, stored_bytes AS bytes, unread + read + snoozed + removed AS items
     FROM queues WHERE account_id IN (${placeholders(accountIds.length)})`,
    ...accountIds,
  )
  return new Map(rows.map(({ id, bytes, items }) => [id, { bytes, items }]))
}

const FREE_SPACE_ADVICE =
  'Remove items that you no longer need: their space is freed when the trash is emptied. Reading, removing and exporting still work.'

/** Throws `quota_exceeded` if an account has no room for one more item. */
export function requireRoomForItem(usage: Usage, quota: Quota): void {
  if (usage.items >= quota.items)
    throw new Failure(
      'quota_exceeded',
      `This account has ${usage.items} items, including the trash, and may have ${quota.items}. Nothing was changed. ${FREE_SPACE_ADVICE}`,
    )
  if (usage.bytes >= quota.bytes) throw quotaExceeded(usage, quota)
}

/** Throws `quota_exceeded` if content grows beyond the quota; shrinking is always allowed. */
export function requireRoomForBytes(usage: Usage, quota: Quota, more: number): void {
  if (more > 0 && usage.bytes + more > quota.bytes) throw quotaExceeded(usage, quota, more)
}

function quotaExceeded({ bytes }: Usage, quota: Quota, more?: number): Failure {
  const needed = more === undefined ? '' : `, and this takes ${formatBytes(more)} more`
  return new Failure(
    'quota_exceeded',
    `This account uses ${formatBytes(bytes)} of ${formatBytes(quota.bytes)} for saved pages${needed}. Nothing was changed. ${FREE_SPACE_ADVICE}`,
  )
}

/** The reason stored with an item whose content exceeded the quota. Rethrows other errors. */
export function quotaExceededReason(error: unknown, what: string): string {
  if (error instanceof Failure && error.code === 'quota_exceeded') return `${what} Your account is full.`
  throw error
}
