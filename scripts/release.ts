// Makes a release: `npm run release -- VERSION`. docs/releasing.md says what to do before and after.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isNewer, releaseNotes, withRelease } from './release/changelog.ts'

const USAGE = `npm run release -- VERSION [--dry-run] [--no-image]

VERSION     three numbers, such as 0.2.0; larger than the one in package.json
--dry-run   makes the files, but runs no tests and leaves the repository as it is
--no-image  builds no container image`

class ReleaseError extends Error {}

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim()

/** Runs a program in a folder with its output shown; throws where it fails. */
function run(folder: string, program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0)
    throw new ReleaseError(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`)
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}

/** Refuses what would be a wrong release; throws with what to do. */
function check(version: string, takesDocker: boolean): void {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  if (!isNewer(version, current))
    throw new ReleaseError(
      `The version is ${current}; a new one is three numbers and larger, not "${version}".`,
    )
  if (git(root, 'status', '--porcelain') !== '')
    throw new ReleaseError('There are changes that are not committed. Commit or stash them first.')
  if (git(root, 'tag', '--list', `v${version}`) !== '')
    throw new ReleaseError(`The tag v${version} exists already.`)
  if (releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) === '')
    throw new ReleaseError('Nothing stands under "Unreleased" in CHANGELOG.md. Say there what is new.')
  if (takesDocker && !hasDocker())
    throw new ReleaseError('Docker is not running. Start it, or leave out the image with --no-image.')
}

function hasDocker(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
}

/** Commits in a clone are by whoever commits here, also where that is set for this repository alone. */
function copyIdentity(clone: string): void {
  for (const key of ['user.name', 'user.email']) {
    const value = spawnSync('git', ['config', key], { cwd: root, encoding: 'utf8' }).stdout.trim()
    if (value !== '') git(clone, 'config', key, value)
  }
}

/** Commits the version and the change log in a clone, and tags the commit. */
function commitVersion(clone: string, version: string): void {
  run(clone, 'npm', ['version', version, '--no-git-tag-version', '--loglevel=error'])
  const changelog = join(clone, 'CHANGELOG.md')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, withRelease(readFileSync(changelog, 'utf8'), version, today))
  const listing = join(clone, 'server.json')
  writeFileSync(listing, readFileSync(listing, 'utf8').replace(/("version": )"[^"]*"/, `$1"${version}"`))
  git(clone, 'add', 'package.json', 'package-lock.json', 'server.json', 'CHANGELOG.md')
  git(clone, 'commit', '--quiet', '--message', `Release ${version}`)
  git(clone, 'tag', '--annotate', `v${version}`, '--message', `Reading Queue ${version}`)
}

/** Builds the extensions in a clone; gives the files of the release, which lie in `folder`. */
function buildFiles(
  { clone, folder }: { clone: string; folder: string },
  { version, notes }: { version: string; notes: string },
): string[] {
  if (!existsSync(join(clone, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  run(clone, process.execPath, ['extension/build.ts'])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const zips = ['chrome', 'firefox'].map((browser) => {
    const name = `reading-queue-${browser}-${version}.zip`
    copyFileSync(join(clone, `dist/extension/${browser}.zip`), join(folder, name))
    return name
  })
  const sums = zips.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  return [...zips, 'SHA256SUMS', 'notes.md']
}

function release(version: string, { isDry, takesImage }: { isDry: boolean; takesImage: boolean }): void {
  check(version, takesImage && !isDry)
  const folder = join(root, 'dist', `release-${version}`)
  const work = mkdtempSync(join(tmpdir(), 'reading-queue-release-'))
  const clone = join(work, 'reading-queue')
  try {
    // What is not committed can't slip in, and where a step fails nothing has happened.
    git(root, 'clone', '--quiet', root, clone)
    copyIdentity(clone)
    const notes = releaseNotes(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'))
    if (!isDry) run(clone, join(clone, '.ci/run'), [])
    commitVersion(clone, version)
    const files = buildFiles({ clone, folder }, { version, notes })
    const hasImage = takesImage && hasDocker()
    const image = ['reading-queue:latest', `reading-queue:${version}`]
    if (hasImage)
      run(clone, 'docker', ['build', '-f', 'deploy/Dockerfile', ...image.flatMap((tag) => ['-t', tag]), '.'])
    else console.log('No container image was built.')
    if (!isDry) {
      git(root, 'fetch', '--quiet', clone, 'HEAD', `refs/tags/v${version}:refs/tags/v${version}`)
      git(root, 'merge', '--quiet', '--ff-only', `v${version}`)
    } else console.log(git(clone, 'show', '--stat', '--format=Would commit: %s', 'HEAD'))
    console.log(`${folder}:\n${files.map((name) => `  ${name}`).join('\n')}`)
    console.log(
      isDry
        ? 'This was a dry run: the repository is as it was.'
        : `Released ${version}. Now publish it: docs/releasing.md.`,
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

try {
  const options = { 'dry-run': { type: 'boolean' }, 'no-image': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [version = '', ...others] = positionals
  if (version === '' || others.length > 0) throw new ReleaseError(USAGE)
  release(version, { isDry: values['dry-run'] === true, takesImage: values['no-image'] !== true })
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof ReleaseError) && !isUsage) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}
