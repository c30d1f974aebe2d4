import type { Connection } from '../database/database.ts'
import { DAY, MINUTE } from '../ports/clock.ts'
import { type NetworkRegistrations, evictionsPerNetwork } from './evictions-per-network.ts'

/** Registrations held that no token was issued to. */
export const MAX_UNUSED_REGISTRATIONS = 10_000
/** So many go at once that a flood pays for one look at all of them in a hundred registrations. */
const EVICTION_BATCH = 100
/** How long a registration lives at most that no token was issued to, while MAX_UNUSED are held. */
const LIFETIME_WHEN_FULL = DAY
/** What was registered or presented so lately may be before a person's eyes: a consent page stays open so long. */
const IN_USE_PERIOD = 10 * MINUTE

/**
 * Lets unused registrations go before another one is kept, where MAX_UNUSED are held; nobody who registers is refused.
 * First those that were seen last before FRESH; always of the network that holds most of them, and there those first
 * that were seen longest ago. So a flood pushes out its own.
 */
export async function evictUnusedRegistrations(tx: Connection, now: number): Promise<void> {
  const unused = await tx.row<{ count: number }>(
    'SELECT COUNT(*) AS count FROM clients WHERE expires_at IS NOT NULL',
  )
  let surplus = (unused?.count ?? 0) - MAX_UNUSED_REGISTRATIONS + 1
  if (surplus <= 0) return
  surplus -= await tx.run(
    'DELETE FROM clients WHERE expires_at IS NOT NULL AND created_at <= ? AND presented_at <= ?',
    now - LIFETIME_WHEN_FULL,
    now - IN_USE_PERIOD,
  )
  if (surplus <= 0) return
  surplus += EVICTION_BATCH - 1
  surplus -= await evict(tx, 'presented_at <= ?', now - IN_USE_PERIOD, surplus)
  if (surplus >= EVICTION_BATCH) await evict(tx, 'presented_at > ?', now - IN_USE_PERIOD, surplus)
}

/** Lets up to `count` unused registrations go that fit a condition; gives how many went. */
async function evict(tx: Connection, condition: string, since: number, count: number): Promise<number> {
  const networks = await tx.rows<NetworkRegistrations>(
    `SELECT network, COUNT(*) AS count, MIN(presented_at) AS "oldestSeenAt" FROM clients
     WHERE expires_at IS NOT NULL AND ${condition} GROUP BY network`,
    since,
  )
  let evicted = 0
  for (const [network, share] of evictionsPerNetwork(networks, count)) {
    evicted += await tx.run(
      `DELETE FROM clients WHERE id IN (
         SELECT id FROM clients WHERE expires_at IS NOT NULL AND network = ? AND ${condition}
         ORDER BY presented_at, id LIMIT ?)`,
      network,
      since,
      share,
    )
  }
  return evicted
}
