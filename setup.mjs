// Makes a checkout ready to run: the packages of the lock file and, for the tests, browsers.
// Plain JavaScript without packages, because an old Node may be what starts it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const stamp = join(root, 'node_modules', '.setup-stamp')

/** Runs a command in the project with its output shown; true when it ended well. */
function run(command, args) {
  const shell = process.platform === 'win32'
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell }).status === 0
}

function stop(sentence) {
  console.error(`setup: ${sentence}`)
  process.exit(1)
}

// File times lie in restored caches, so the lock file's own hash says whether the packages are current.
// Running needs a part of them; tests and builds need all, and all serve for running too.
const forTests = process.argv.includes('--test')
const wantsAll = forTests || process.argv.includes('--build')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
if (installed !== `${lock} all` && (wantsAll || installed !== `${lock} run`)) {
  console.log('setup: installing packages (first start, or the lock file changed)…')
  if (
    !run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(wantsAll ? [] : ['--omit=dev'])])
  ) {
    stop('npm ci failed; its message is above. Is the npm registry reachable?')
  }
  writeFileSync(stamp, `${lock} ${wantsAll ? 'all' : 'run'}`)
}

const NODE_MAJOR = 26
const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
if (!existsSync(brought) && Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  stop(
    `npm has no Node ${NODE_MAJOR} for this platform, and this is ${process.version}. Install Node ${NODE_MAJOR} and try again.`,
  )
}

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome']
const firefoxNames = ['firefox-esr', 'firefox']

/** The program that is named, else the first of these names on the path. */
function findProgram(named, names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [named, ...candidates].find((path) => {
    if (!path) return false
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const debianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const aptInstall = (name) =>
  run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-remove', name])

if (forTests && !findProgram(process.env.CHROMIUM, chromiumNames)) {
  console.log('setup: the tests drive a real browser; installing Chromium…')
  if (!(debianRoot ? aptInstall('chromium') : run('npx', ['playwright-core', 'install', 'chromium']))) {
    stop(
      'no Chromium could be had. Install one (on Debian: apt-get install chromium) or name it in CHROMIUM.',
    )
  }
}

// Chromium without its windows takes a third of the processor time. Where it is missing, the tests use the whole one.
if (forTests && debianRoot && !process.env.CHROMIUM && !findProgram(undefined, ['chromium-headless-shell'])) {
  console.log('setup: installing Chromium without its windows, which is faster in tests…')
  if (!aptInstall('chromium-headless-shell')) {
    console.log('setup: it could not be had; the tests use the whole Chromium, which takes longer.')
  }
}

// One test alone needs it; it says so where it can't run, and fails where CI is set.
if (forTests && !findProgram(process.env.FIREFOX, firefoxNames)) {
  console.log('setup: the extension is tried in Firefox as well; installing it…')
  if (!debianRoot || !aptInstall('firefox-esr')) {
    console.log('setup: no Firefox could be had. Install one, or name it in FIREFOX, to run that test too.')
  }
}
