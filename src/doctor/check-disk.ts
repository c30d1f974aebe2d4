import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fine, type Finding, note, wrong } from './finding.ts'

const GIB = 1024 ** 3
const GROUP_AND_OTHERS_MODE = 0o077

/** The folder of the embedded database: whether it can be written, its room, and what was left behind there. */
export function checkDisk(file: string): Finding[] {
  const folder = dirname(file)
  if (!existsSync(folder)) return [note('folder', `${folder} is not there yet; the first start makes it.`)]
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return [
      wrong(
        'folder',
        `${folder} cannot be written by this user. Give it to the user that the service runs as.`,
      ),
    ]
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const freeSpace = `${(free / GIB).toFixed(1)} GiB are free in ${folder}.`
  const findings = [
    free < GIB ? wrong('disk', `${freeSpace} Make room before it is full.`) : fine('disk', freeSpace),
  ]
  const leftovers = readdirSync(folder).filter((name) => name.endsWith('.partial'))
  if (leftovers.length > 0)
    findings.push(note('leftovers', `${leftovers.join(', ')} in ${folder}: a backup was killed. Delete it.`))
  if (existsSync(file) && (statSync(file).mode & GROUP_AND_OTHERS_MODE) !== 0)
    findings.push(
      wrong(
        'file',
        `${basename(file)} can be read by other users: it holds keys. Run chmod 600 on it and its -wal.`,
      ),
    )
  return findings
}
