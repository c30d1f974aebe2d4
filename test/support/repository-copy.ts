import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const LEFT_OUT = ['.git', 'node_modules', 'data', 'dist', 'coverage', 'test', 'bench']

/** A copy of the repository as it is on the disk, without its tests, which a test may change. */
export function copyRepository(): { folder: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), 'rq-copy-'))
  const folder = join(parent, 'reading-queue')
  const filter = (path: string) => path === root || !LEFT_OUT.includes(basename(path))
  cpSync(root, folder, { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) }
}

/** Runs git in a folder, as a person whose settings no machine has; gives what it prints. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}
