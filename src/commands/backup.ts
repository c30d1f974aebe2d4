import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { findDamage, sealFile, syncPath } from '../database/sqlite/sqlite-file.ts'
import { Failure } from '../failure.ts'
import { systemClock } from '../ports/clock.ts'
import { copyMoment, withRoom } from './transfer.ts'
import { UsageError } from './usage-error.ts'

const INTERRUPTED = 130

/** Copies the whole service into one file, while it goes on. Throws UsageError and Failure. */
export async function backup(config: Config, args: string[]): Promise<void> {
  const [given, ...more] = args
  if (!given || more.length > 0 || given.startsWith('-'))
    throw new UsageError('backup takes a file to write, or a folder.')
  const file = fileFor(given)
  if (existsSync(file)) throw new Failure('not_offered', `${file} is there already. Nothing was written.`)
  const partial = `${file}.partial`
  const drop = () => ['', '-wal', '-shm'].forEach((end) => rmSync(partial + end, { force: true }))
  const stop = () => {
    drop()
    process.exit(INTERRUPTED)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  drop()
  try {
    const noRoom = `There is no room for ${file}: the disk is full. Nothing of it was left there.`
    const rows = await withRoom(noRoom, async () => {
      const copied = await copyMoment(config.databaseUrl, `sqlite:${partial}`)
      sealFile(partial)
      return copied
    })
    const [damage] = findDamage(partial)
    if (damage) throw new Error(`The copy is not sound: ${damage}`)
    renameSync(partial, file)
    syncPath(dirname(file))
    console.log(`Wrote ${file} (${rows} rows, each compared with the database).`)
  } finally {
    drop()
  }
}

/** In a folder the file is named by the moment. */
function fileFor(given: string): string {
  const path = resolve(given)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const moment = new Date(systemClock.now()).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return join(path, `reading-queue-${moment}.db`)
}
