import type { Connection } from '../database/database.ts'
import { DAY, MINUTE } from '../ports/clock.ts'
import { type NetworkRegistrations, evictionsPerNetwork } from './evictions-per-network.ts'

/** Registrations without a token that are stored at most. */
const MAX_UNUSED_REGISTRATIONS = 10_000
/** Evicting a batch means that a flood causes only one count per network in a hundred registrations. */
const EVICTION_BATCH = 100
/** Unused registrations older than this go first when the maximum is reached. */
const LIFETIME_WHEN_FULL = DAY
/** A client registered or presented this recently may be on an open consent page. */
const IN_USE_PERIOD = 10 * MINUTE

/**
 * Makes room for a registration when MAX_UNUSED_REGISTRATIONS are stored, so that registering never fails. Evicts from
 * the network with the most unused registrations, least recently seen first, and those in use only last. A flood
 * therefore evicts its own registrations.
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
  surplus -= await evict(tx, { condition: 'presented_at <= ?', since: now - IN_USE_PERIOD, count: surplus })
  if (surplus >= EVICTION_BATCH)
    await evict(tx, { condition: 'presented_at > ?', since: now - IN_USE_PERIOD, count: surplus })
}

/** Deletes up to `count` unused registrations that match a condition; returns how many. */
async function evict(
  tx: Connection,
  { condition, since, count }: { condition: string; since: number; count: number },
): Promise<number> {
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
