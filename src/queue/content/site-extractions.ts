import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { parseExtractionChoice, type ExtractionChoice } from '../../settings/extraction-choice.ts'
import type { AccountId } from '../../ids.ts'

/** How the pages of a site are read from now on, and since when. */
export type SiteExtraction = { site: string; extraction: ExtractionChoice; chosenAt: number }

/** A queue that is locked for a change. */
type Queue = { tx: Connection; accountId: AccountId }

/** The most sites that an account remembers. */
export const MAX_SITES = 200

/** `change` is the number of the change that it was made with; 0 if nothing was changed. */
type Choice = { change: number; extraction: ExtractionChoice; isUndone: boolean }

/** The most choices of one site that are kept to be undone, the newest ones. */
const MAX_CHOICES = 20

/**
 * Remembers how to read the pages of a site, as part of a change of one of its items, so that undoing the change takes it
 * back. Throws `limit_reached` when the account remembers as many sites as it can.
 */
export async function rememberSiteExtraction(
  { tx, accountId, now, changes }: Queue & { now: number; changes: readonly { sequence: number }[] },
  site: string,
  extraction: ExtractionChoice,
): Promise<void> {
  const row = await tx.row<{ extraction: string | null; choices: string }>(
    'SELECT extraction, choices FROM site_extractions WHERE account_id = ? AND site = ?',
    accountId,
    site,
  )
  if (typeof row?.extraction !== 'string') await requireRoom(tx, accountId)
  const earlier = row ? (JSON.parse(row.choices) as Choice[]) : []
  const choice: Choice = { change: changes.at(-1)?.sequence ?? 0, extraction, isUndone: false }
  await tx.run(
    `INSERT INTO site_extractions (account_id, site, extraction, choices, chosen_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, site) DO UPDATE SET extraction = excluded.extraction, choices = excluded.choices,
       chosen_at = excluded.chosen_at`,
    accountId,
    site,
    extraction,
    JSON.stringify([...earlier, choice].slice(-MAX_CHOICES)),
    now,
  )
}

async function requireRoom(tx: Connection, accountId: AccountId): Promise<void> {
  if (await hasRoom(tx, accountId)) return
  // What was undone makes room, although it can then not be remembered again by undoing the undo.
  await tx.run('DELETE FROM site_extractions WHERE account_id = ? AND extraction IS NULL', accountId)
  if (await hasRoom(tx, accountId)) return
  throw new Failure(
    'limit_reached',
    `${MAX_SITES} sites are remembered, which is all there is room for. Forget one in your settings first.`,
  )
}

async function hasRoom(tx: Connection, accountId: AccountId): Promise<boolean> {
  const counted = await tx.row<{ count: number }>(
    'SELECT COUNT(*) AS count FROM site_extractions WHERE account_id = ?',
    accountId,
  )
  return Number(counted?.count ?? 0) < MAX_SITES
}

/** The remembered choice for a site; undefined if there is none. */
export async function findSiteExtraction(
  db: Connection,
  accountId: AccountId,
  site: string,
): Promise<ExtractionChoice | undefined> {
  const row = await db.row<{ extraction: string | null }>(
    'SELECT extraction FROM site_extractions WHERE account_id = ? AND site = ?',
    accountId,
    site,
  )
  return parseExtractionChoice(row?.extraction)
}

/** All remembered choices, by site. */
export async function listSiteExtractions(db: Connection, accountId: AccountId): Promise<SiteExtraction[]> {
  const rows = await db.rows<{ site: string; extraction: string; chosen_at: number }>(
    'SELECT site, extraction, chosen_at FROM site_extractions WHERE account_id = ? AND extraction IS NOT NULL ORDER BY site',
    accountId,
  )
  return rows.flatMap(({ site, extraction, chosen_at: chosenAt }) => {
    const known = parseExtractionChoice(extraction)
    return known ? [{ site, extraction: known, chosenAt }] : []
  })
}

/** Forgets the choice for a site; false if there was none. */
export async function deleteSiteExtraction(
  db: Connection,
  accountId: AccountId,
  site: string,
): Promise<boolean> {
  const sql = 'DELETE FROM site_extractions WHERE account_id = ? AND site = ?'
  return (await db.run(sql, accountId, site)) > 0
}

/** Takes back what was remembered with a change, or remembers it again. */
export async function markSiteExtraction(
  { tx, accountId }: Queue,
  { sequence, after }: { sequence: number; after: object | null },
  { isUndone }: { isUndone: boolean },
): Promise<void> {
  if (!after || !('extraction' in after)) return
  const rows = await tx.rows<{ site: string; choices: string }>(
    'SELECT site, choices FROM site_extractions WHERE account_id = ? AND choices LIKE ?',
    accountId,
    `%"change":${sequence},%`,
  )
  for (const { site, choices } of rows) {
    const marked = (JSON.parse(choices) as Choice[]).map((choice) =>
      choice.change === sequence ? { ...choice, isUndone } : choice,
    )
    await tx.run(
      'UPDATE site_extractions SET extraction = ?, choices = ? WHERE account_id = ? AND site = ?',
      marked.findLast((choice) => !choice.isUndone)?.extraction ?? null,
      JSON.stringify(marked),
      accountId,
      site,
    )
  }
}
