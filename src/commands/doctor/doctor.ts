import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { openSnapshot } from '../../database/snapshot.ts'
import { findDamage } from '../../database/sqlite-file.ts'
import { Failure } from '../../failure.ts'
import { type Clock, systemClock } from '../../ports/clock.ts'
import { UsageError } from '../usage-error.ts'
import { fine, type Finding, note, wordsOfError, wrong } from './finding.ts'
import { lookAtAddress } from './look-at-address.ts'
import { lookAtDatabase } from './look-at-database.ts'
import { lookAtDisk } from './look-at-disk.ts'
import { lookAtProxy } from './look-at-proxy.ts'
import { repair } from './repair.ts'

const SIGNS = { fine: '✓', note: '·', wrong: '✗' } as const

const REPAIR = '--repair'

/**
 * Looks at everything that has to be right for the service and says what is not. Changes nothing, but with --repair what
 * can be counted anew. Throws UsageError and Failure.
 */
export async function doctor(config: Config, args: string[]): Promise<void> {
  if (args.some((argument) => argument !== REPAIR)) throw new UsageError(`doctor takes ${REPAIR} or nothing.`)
  let mistakes = 0
  const report = (findings: Finding[]) => {
    for (const { state, about, words } of findings) {
      if (state === 'wrong') mistakes++
      console.log(`${SIGNS[state]} ${about}: ${words}`)
    }
  }
  report([fine('configuration', 'Every variable can be read.')])
  if (args.length > 0) report(await repair(config.databaseUrl))
  report(await lookAtStore(config, systemClock))
  report(await lookAtAddress(config, systemClock))
  if (mistakes > 0)
    throw new Failure('not_offered', mistakes === 1 ? '1 thing is wrong.' : `${mistakes} things are wrong.`)
}

async function lookAtStore(config: Config, clock: Clock): Promise<Finding[]> {
  const url = config.databaseUrl
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && !existsSync(file))
    return [...lookAtDisk(file), note('database', `There is no ${file} yet; the first start makes it.`)]
  try {
    const damage = file === undefined ? [] : findDamage(file)
    const findings = damage.map((words) => wrong('file', `${words} Restore the last backup.`))
    return [
      ...(file === undefined ? [] : lookAtDisk(file)),
      ...findings,
      ...(await lookInside(config, clock)),
    ]
  } catch (error) {
    return [wrong('database', wordsOfError(error))]
  }
}

async function lookInside({ databaseUrl, trustProxy }: Config, clock: Clock): Promise<Finding[]> {
  const snapshot = await openSnapshot(databaseUrl)
  try {
    return [...(await lookAtDatabase(snapshot, clock)), ...(await lookAtProxy(snapshot, trustProxy, clock))]
  } finally {
    await snapshot.close()
  }
}
