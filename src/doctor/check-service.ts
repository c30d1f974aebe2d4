import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { openSnapshot } from '../database/open/snapshot.ts'
import { findDamage } from '../database/sqlite/sqlite-file.ts'
import type { Clock } from '../ports/clock.ts'
import { fine, type Finding, note, errorMessage, wrong } from './finding.ts'
import { checkAddress } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkProxy } from './check-proxy.ts'

export type CheckedConfig = Pick<Config, 'databaseUrl' | 'baseUrl' | 'trustProxy'>

/** Checks configuration, disk, database and public address; changes nothing. */
export async function* checkService(config: CheckedConfig, clock: Clock): AsyncGenerator<Finding[]> {
  yield [fine('configuration', 'Every variable is valid.')]
  yield await checkDatabaseAndDisk(config, clock)
  yield await checkAddress(config, clock)
}

async function checkDatabaseAndDisk(config: CheckedConfig, clock: Clock): Promise<Finding[]> {
  const url = config.databaseUrl
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
  if (file !== undefined && !existsSync(file))
    return [...checkDisk(file), note('database', `There is no ${file} yet; the first start creates it.`)]
  try {
    const damage = file === undefined ? [] : findDamage(file)
    const findings = damage.map((message) => wrong('file', `${message} Restore the last backup.`))
    return [
      ...(file === undefined ? [] : checkDisk(file)),
      ...findings,
      ...(await checkContents(config, clock)),
    ]
  } catch (error) {
    return [wrong('database', errorMessage(error))]
  }
}

async function checkContents({ databaseUrl, trustProxy }: CheckedConfig, clock: Clock): Promise<Finding[]> {
  const snapshot = await openSnapshot(databaseUrl)
  try {
    return [...(await checkDatabase(snapshot, clock)), ...(await checkProxy(snapshot, trustProxy, clock))]
  } finally {
    await snapshot.close()
  }
}
