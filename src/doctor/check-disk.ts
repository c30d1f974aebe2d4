import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fine, type Finding, note, wrong } from './finding.ts'

const GIB = 1024 ** 3
const GROUP_AND_OTHERS_MODE = 0o077

/** Checks the folder of the embedded database: permissions, free space and leftover files. */
export function checkDisk(file: string): Finding[] {
  const folder = dirname(file)
  if (!existsSync(folder)) return [note('folder', `${folder} does not exist; the first start creates it.`)]
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      wrong('folder', `${folder} can't be read and written by this user. Make the service's user its owner.`),
    ]
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const freeSpace = `${(free / GIB).toFixed(1)} GiB are free in ${folder}.`
  const findings = [
    free < GIB
      ? wrong('disk', `${freeSpace} Free some space before the disk is full.`)
      : fine('disk', freeSpace),
  ]
  const leftovers = readdirSync(folder).filter((name) => name.endsWith('.partial'))
  if (leftovers.length > 0)
    findings.push(
      note(
        'leftovers',
        `${leftovers.join(', ')} in ${folder}: of a backup that was interrupted, unless one is running. Delete it.`,
      ),
    )
  return [...findings, ...checkPrivate(file), ...checkWritable(file)]
}

/** The database and the files that SQLite keeps beside it, as far as they exist. */
function databaseFiles(file: string): string[] {
  return ['', '-wal', '-shm'].map((end) => file + end).filter((path) => existsSync(path))
}

/** The files contain keys. */
function checkPrivate(file: string): Finding[] {
  return databaseFiles(file)
    .filter((path) => (statSync(path).mode & GROUP_AND_OTHERS_MODE) !== 0)
    .map((path) =>
      wrong('file', `${basename(path)} is open to other users, but contains keys. Run chmod 600 ${path}.`),
    )
}

function checkWritable(file: string): Finding[] {
  return databaseFiles(file)
    .filter((path) => !canWrite(path))
    .map((path) =>
      wrong(
        'file',
        `${path} can't be written by this user, so the service can't start. Make the service's user its owner (chown), and let it write (chmod 600).`,
      ),
    )
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
