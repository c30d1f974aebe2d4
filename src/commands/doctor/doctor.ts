import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { openSnapshot } from '../../database/snapshot.ts'
import { findDamage } from '../../database/sqlite-file.ts'
import { Failure } from '../../failure.ts'
import { type Clock, systemClock } from '../../ports/clock.ts'
import { fine, type Finding, note, wrong } from './finding.ts'
import { lookAtAddress } from './look-at-address.ts'
import { lookAtDatabase } from './look-at-database.ts'
import { lookAtDisk } from './look-at-disk.ts'

const SIGNS = { fine: '✓', note: '·', wrong: '✗' } as const

/** Looks at everything that has to be right for the service and says what is not. Changes nothing. Throws Failure. */
export async function doctor(config: Config): Promise<void> {
  let mistakes = 0
  const report = (findings: Finding[]) => {
    for (const { state, about, words } of findings) {
      if (state === 'wrong') mistakes++
      console.log(`${SIGNS[state]} ${about}: ${words}`)
    }
  }
  report([fine('configuration', 'Every variable can be read.')])
  report(await lookAtStore(config.databaseUrl, systemClock))
  report(await lookAtAddress(config, systemClock))
  if (mistakes > 0)
    throw new Failure('not_offered', mistakes === 1 ? '1 thing is wrong.' : `${mistakes} things are wrong.`)
}

async function lookAtStore(url: string, clock: Clock): Promise<Finding[]> {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && !existsSync(file))
    return [...lookAtDisk(file), note('database', `There is no ${file} yet; the first start makes it.`)]
  try {
    const damage = file === undefined ? [] : findDamage(file)
    const findings = damage.map((words) => wrong('file', `${words} Restore the last backup.`))
    return [...(file === undefined ? [] : lookAtDisk(file)), ...findings, ...(await lookInside(url, clock))]
  } catch (error) {
    if (error instanceof Failure) {
      const said = error.cause instanceof Error ? ` The system says: ${error.cause.message}` : ''
      return [wrong('database', error.detail + said)]
    }
    return [wrong('database', error instanceof Error ? error.message : String(error))]
  }
}

async function lookInside(url: string, clock: Clock): Promise<Finding[]> {
  const snapshot = await openSnapshot(url)
  try {
    return await lookAtDatabase(snapshot, clock)
  } finally {
    await snapshot.close()
  }
}
