import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deployed } from './proxy.ts'

const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'

const folder = mkdtempSync(join(tmpdir(), 'rq-deploy-'))
after(() => rmSync(folder, { recursive: true, force: true }))

it('The unit is one that systemd takes', (t) => {
  if (!existsSync(SYSTEMD_ANALYZE)) return t.skip('systemd is not installed')
  const unit = join(folder, 'reading-queue.service')
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
  writeFileSync(unit, deployed('reading-queue.service').replaceAll('/opt/reading-queue', root))
  const said = execFileSync(SYSTEMD_ANALYZE, ['verify', '--man=no', unit], { stdio: 'pipe' })
  assert.equal(said.toString(), '')
})
