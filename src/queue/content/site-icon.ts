import { type Connection, placeholders } from '../../database/database.ts'
import type { AccountId } from '../../ids.ts'

/** A site's icon, in two sizes; the name tells its content. */
export type SiteIcon = { name: string; small: Uint8Array; large: Uint8Array }

/** How many sites of an account have an icon; the one that is asked again first gives way to a new one. */
export const MAX_SITE_ICONS = 2000

/** Notes that the site is asked for its icon and may be again at `dueAt`; false if it is not due yet. */
export async function claimSiteIcon(
  tx: Connection,
  { accountId, site, now, dueAt }: { accountId: AccountId; site: string; now: number; dueAt: number },
): Promise<boolean> {
  const claimed = await tx.run(
    `INSERT INTO site_icons (account_id, site, due_at) VALUES (?, ?, ?)
     ON CONFLICT (account_id, site) DO UPDATE SET due_at = excluded.due_at WHERE site_icons.due_at <= ?`,
    accountId,
    site,
    dueAt,
    now,
  )
  if (claimed > 0) await makeRoom(tx, accountId)
  return claimed > 0
}

async function makeRoom(tx: Connection, accountId: AccountId): Promise<void> {
  const counted = await tx.row<{ count: number }>(
    'SELECT COUNT(*) AS count FROM site_icons WHERE account_id = ?',
    accountId,
  )
  const excess = Number(counted?.count ?? 0) - MAX_SITE_ICONS
  if (excess <= 0) return
  await tx.run(
    `DELETE FROM site_icons WHERE account_id = ? AND site IN (
       SELECT site FROM site_icons WHERE account_id = ? ORDER BY due_at, site LIMIT ?)`,
    accountId,
    accountId,
    excess,
  )
}

/** Saves a site's icon, where it is still wanted; the pages of the queue are another version then. */
export async function saveSiteIcon(
  tx: Connection,
  { accountId, site }: { accountId: AccountId; site: string },
  { name, small, large }: SiteIcon,
): Promise<void> {
  // First, since it locks the queue.
  await tx.run('UPDATE queues SET version = version + 1 WHERE account_id = ? AND ended_at IS NULL', accountId)
  await tx.run(
    'UPDATE site_icons SET name = ?, small = ?, large = ? WHERE account_id = ? AND site = ?',
    name,
    small,
    large,
    accountId,
    site,
  )
}

/** Lets a site that could not be asked be asked again at `dueAt`. */
export async function postponeSiteIcon(
  db: Connection,
  { accountId, site, dueAt }: { accountId: AccountId; site: string; dueAt: number },
): Promise<void> {
  await db.run('UPDATE site_icons SET due_at = ? WHERE account_id = ? AND site = ?', dueAt, accountId, site)
}

/** The names of the icons of these sites, where they have one. */
export async function siteIconNames(
  db: Connection,
  accountId: AccountId,
  sites: string[],
): Promise<Map<string, string>> {
  const unique = [...new Set(sites)]
  if (unique.length === 0) return new Map()
  const rows = await db.rows<{ site: string; name: string }>(
    `SELECT site, name FROM site_icons WHERE account_id = ? AND site IN (${placeholders(unique.length)}) AND name IS NOT NULL`,
    accountId,
    ...unique,
  )
  return new Map(rows.map(({ site, name }) => [site, name]))
}

export async function findSiteIcon(
  db: Connection,
  accountId: AccountId,
  site: string,
): Promise<SiteIcon | undefined> {
  return db.row<SiteIcon>(
    'SELECT name, small, large FROM site_icons WHERE account_id = ? AND site = ? AND name IS NOT NULL',
    accountId,
    site,
  )
}

/** Deletes the icon of a site that the account has no item of any more. */
export async function deleteUnusedSiteIcon(
  tx: Connection,
  accountId: AccountId,
  site: string,
): Promise<void> {
  await tx.run(
    `DELETE FROM site_icons WHERE account_id = ? AND site = ?
       AND NOT EXISTS (SELECT 1 FROM items WHERE account_id = ? AND site = ?)`,
    accountId,
    site,
    accountId,
    site,
  )
}
