import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { requireFolder } from '../database/open/database-name.ts'
import { findDamage, mergeJournal, syncPath } from '../database/sqlite/sqlite-file.ts'
import { Failure } from '../failure.ts'
import { systemClock } from '../ports/clock.ts'
import { systemRandom } from '../ports/random.ts'
import { requireService } from './require-service.ts'
import { copySnapshot, explainFullDisk } from './transfer.ts'
import { UsageError } from './usage-error.ts'

const EXIT_INTERRUPTED = 130

/** Copies the whole service into one file while it runs. Throws UsageError and Failure. */
export async function backup(config: Config, args: string[]): Promise<void> {
  const [target, ...more] = args
  if (!target || more.length > 0 || target.startsWith('-'))
    throw new UsageError('backup takes a file to write, or a folder.')
  const file = backupFile(target)
  rejectExisting(file)
  requireFolder(`sqlite:${file}`, 'Create it, or name another one. Nothing was written.')
  await requireService(config.databaseUrl, 'Nothing was written.')
  // Of its own, so that two backups into one file don't destroy each other.
  const partial = `${file}.${systemRandom(systemClock).id()}.partial`
  const deletePartial = () => ['', '-wal', '-shm'].forEach((end) => rmSync(partial + end, { force: true }))
  const abort = () => {
    deletePartial()
    process.exit(EXIT_INTERRUPTED)
  }
  process.once('SIGINT', abort).once('SIGTERM', abort)
  try {
    const diskFull = `The disk is full, so ${file} could not be written. Nothing was left behind.`
    const rows = await explainFullDisk(diskFull, async () => {
      const copied = await copySnapshot(config.databaseUrl, `sqlite:${partial}`)
      mergeJournal(partial)
      return copied
    })
    const [damage] = findDamage(partial)
    if (damage) throw new Error(`The copy is damaged: ${damage}`)
    nameFile(partial, file)
    syncPath(dirname(file))
    console.log(`Wrote ${file} (${rows} rows, each compared with the database).`)
  } finally {
    deletePartial()
  }
}

function rejectExisting(file: string): void {
  if (existsSync(file)) throw new Failure('command_refused', `${file} already exists. Nothing was written.`)
}

/** Gives the file its name unless another one has taken it meanwhile, which only a link finds out in one step. */
function nameFile(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch {
    // Also where the file system has no links.
    rejectExisting(file)
    renameSync(partial, file)
  }
}

/** In a folder, the file is named after the current time. */
function backupFile(target: string): string {
  const path = resolve(target)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const timestamp = new Date(systemClock.now()).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return join(path, `reading-queue-${timestamp}.db`)
}
