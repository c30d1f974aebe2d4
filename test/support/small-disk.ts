import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a separate file system of 64 MB. */
export type SmallDisk = {
  folder: string
  /** Fills the disk, except for this many bytes. */
  fillExcept(bytes: number): void
  freeSpace(): void
  remove(): void
}

/** Mounts a small disk; undefined without the permission to mount. */
export function mountSmallDisk(): SmallDisk | undefined {
  const mounted = mkdtempSync(join(tmpdir(), 'rq-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mounted], { stdio: 'ignore' })
  } catch {
    rmSync(mounted, { recursive: true })
    return undefined
  }
  const ballast = join(mounted, 'ballast')
  const folder = mkdtempSync(join(mounted, 'data-'))
  for (const path of [mounted, folder]) chmodSync(path, 0o755)
  return {
    folder,
    fillExcept(bytes) {
      rmSync(ballast, { force: true })
      const { bavail, bsize } = statfsSync(mounted)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes))
    },
    freeSpace: () => rmSync(ballast),
    remove() {
      // PostgreSQL may hold files of a dropped database open for a moment.
      execFileSync('umount', ['--lazy', mounted])
      rmSync(mounted, { recursive: true, force: true })
    },
  }
}
