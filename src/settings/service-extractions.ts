import type { Connection } from '../database/database.ts'
import {
  deleteServiceState,
  findServiceState,
  lockServiceState,
  setServiceState,
} from '../database/service-state.ts'
import { Failure } from '../failure.ts'
import { parseExtractionChoice, type ExtractionChoice } from './extraction-choice.ts'

/** Prefix of the service state that holds the choice for a site. */
const PREFIX = 'site-extraction/'
/** The service state that is locked while the choices are counted. */
const LOCK = 'site-extractions'
const MAX_SITES = 500

/** How the pages of a site are read for everybody who has not chosen otherwise. */
export type ServiceExtraction = { site: string; extraction: ExtractionChoice }

/** The owner's choice for a site; undefined if there is none. */
export async function findServiceExtraction(
  db: Connection,
  site: string,
): Promise<ExtractionChoice | undefined> {
  return parseExtractionChoice(await findServiceState(db, PREFIX + site))
}

/** The owner's choices, by site. */
export async function listServiceExtractions(db: Connection): Promise<ServiceExtraction[]> {
  const rows = await db.rows<{ name: string; value: string }>(
    'SELECT name, value FROM service_facts WHERE name LIKE ? ORDER BY name',
    `${PREFIX}%`,
  )
  return rows.flatMap(({ name, value }) => {
    const extraction = parseExtractionChoice(value)
    return extraction ? [{ site: name.slice(PREFIX.length), extraction }] : []
  })
}

/** Sets how a site is read for everybody. Throws `limit_reached` when `MAX_SITES` sites have a choice. */
export async function saveServiceExtraction(
  tx: Connection,
  { site, extraction }: ServiceExtraction,
): Promise<void> {
  await lockServiceState(tx, LOCK)
  const known = await listServiceExtractions(tx)
  if (known.length >= MAX_SITES && !known.some((other) => other.site === site))
    throw new Failure('limit_reached', `${MAX_SITES} sites are set for everybody. Forget one first.`)
  await setServiceState(tx, PREFIX + site, extraction)
}

export async function deleteServiceExtraction(db: Connection, site: string): Promise<void> {
  await deleteServiceState(db, PREFIX + site)
}

/** Forgets all of them when the last account is deleted. */
export async function deleteServiceExtractions(db: Connection): Promise<void> {
  await db.run('DELETE FROM service_facts WHERE name LIKE ?', `${PREFIX}%`)
}
