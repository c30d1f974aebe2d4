import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The program at `named` if that is given, else the first of these names on the PATH. */
export function findExecutable(named: string | undefined, names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [named ?? '', ...folders.flatMap((folder) => names.map((name) => join(folder, name)))]
  return candidates.find((path) => path !== '' && isExecutable(path))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
