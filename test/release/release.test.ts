import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ENVIRONMENT } from '../support/environment.ts'
import { copyRepository, git } from '../support/repository-copy.ts'

const NOTES = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n'

describe('A release', () => {
  let copy: ReturnType<typeof copyRepository>
  let folder: string
  let dockerCalls: string
  before(() => {
    copy = copyRepository()
    folder = copy.folder
    // The whole suite can't run within itself; what decides here is only whether it fails.
    writeExecutable('.ci/run', 'test ! -e tests-fail')
    writeFileSync(join(folder, 'CHANGELOG.md'), NOTES)
    git(folder, 'init', '--quiet', '--initial-branch=main')
    writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n/tools\n')
    git(folder, 'config', 'user.name', 'Ada')
    git(folder, 'config', 'user.email', 'ada@example.org')
    commit('Begin')
    // Stands for Docker, whose daemon few machines that run tests have.
    dockerCalls = join(copy.folder, 'tools/calls')
    mkdirSync(join(folder, 'tools'))
    writeExecutable('tools/docker', `echo "$@" >> ${dockerCalls}`)
  })
  after(() => copy.remove())

  function writeExecutable(path: string, script: string): void {
    writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, path), 0o755)
  }

  function commit(subject: string): void {
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--message', subject)
  }

  function release(...args: string[]) {
    const PATH = [join(folder, 'tools'), ENVIRONMENT['PATH']].join(delimiter)
    const env = { ...ENVIRONMENT, PATH, HOME: join(folder, 'tools') }
    const options = { cwd: folder, env, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], options)
    return { status, said: stdout + stderr }
  }

  /** All that a release may change, but for the files it makes. */
  const state = () => [
    git(folder, 'log', '--format=%H'),
    git(folder, 'tag'),
    git(folder, 'status', '--porcelain'),
  ]

  it('is refused with a reason if the version, the repository or the tests are wrong', () => {
    const unchanged = state()
    for (const [args, words] of [
      [[], /^npm run release -- VERSION/],
      [['0.2.0', '--draft'], /--draft/],
      [['0.1.0'], /The version is 0\.1\.0; .*larger, not "0\.1\.0"/],
      [['0.0.9'], /larger/],
      [['v0.2.0'], /three numbers/],
      [['0.2.0-beta.1'], /three numbers/],
    ] as const) {
      const { status, said } = release(...args)
      assert.equal(status, 1, said)
      assert.match(said, words)
    }
    assert.deepEqual(state(), unchanged)

    writeFileSync(join(folder, 'left.txt'), 'left')
    assert.match(release('0.2.0').said, /not committed/)
    commit('Let the tests fail')
    git(folder, 'mv', 'left.txt', 'tests-fail')
    commit('Let the tests fail indeed')
    const failing = state()
    assert.equal(release('0.2.0').status, 1)
    assert.deepEqual(state(), failing)
    git(folder, 'rm', '--quiet', 'tests-fail')
    commit('Mend the tests')
  })

  it('leaves the repository unchanged in a dry run', () => {
    const unchanged = state()
    const { status, said } = release('0.2.0', '--dry-run')
    assert.equal(status, 0, said)
    assert.match(said, /Would commit: Release 0\.2\.0/)
    assert.deepEqual(state(), unchanged)
    assert.equal(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), NOTES)
    assert.ok(existsSync(join(folder, 'dist/release-0.2.0/notes.md')))
  })

  it('creates a version, a change log, a container image and the extensions', () => {
    writeFileSync(dockerCalls, '')
    const { status, said } = release('0.2.0')
    assert.equal(status, 0, said)
    assert.deepEqual(git(folder, 'log', '-1', '--format=%s by %an').split('\n'), ['Release 0.2.0 by Ada'])
    assert.equal(git(folder, 'rev-parse', 'v0.2.0^{commit}'), git(folder, 'rev-parse', 'HEAD'))
    assert.equal(git(folder, 'status', '--porcelain'), '')

    for (const name of ['package.json', 'package-lock.json'])
      assert.equal(JSON.parse(readFileSync(join(folder, name), 'utf8')).version, '0.2.0')
    const today = git(folder, 'log', '-1', '--date=format:%Y-%m-%d', '--format=%ad')
    assert.match(today, /^\d{4}-\d\d-\d\d$/)
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
    assert.match(
      changelog,
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.1\.0/,
    )

    const made = join(folder, 'dist/release-0.2.0')
    assert.deepEqual(readdirSync(made).sort(), [
      'SHA256SUMS',
      'notes.md',
      'reading-queue-chrome-0.2.0.zip',
      'reading-queue-firefox-0.2.0.zip',
    ])
    assert.equal(readFileSync(join(made, 'notes.md'), 'utf8'), '- Something new.\n')
    for (const browser of ['chrome', 'firefox'])
      assert.match(
        readFileSync(join(made, `reading-queue-${browser}-0.2.0.zip`), 'latin1'),
        /"version": "0\.2\.0"/,
      )
    assert.match(
      readFileSync(dockerCalls, 'utf8'),
      /^build -f deploy\/Dockerfile -t reading-queue:latest -t reading-queue:0\.2\.0 \.$/m,
    )
  })

  it('is refused if it exists already, or if nothing has changed', () => {
    const { said } = release('0.3.0')
    assert.match(said, /Nothing stands under "Unreleased"/)
    git(folder, 'tag', 'v0.4.0')
    assert.match(release('0.4.0').said, /The tag v0\.4\.0 exists already/)
  })
})
