import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deployed } from './proxy.ts'

const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'

const folder = mkdtempSync(join(tmpdir(), 'rq-deploy-'))
after(() => rmSync(folder, { recursive: true, force: true }))

it('The unit confines the service', (t) => {
  if (!existsSync(SYSTEMD_ANALYZE)) return t.skip('systemd is not installed')
  const unit = join(folder, 'hardened.service')
  writeFileSync(unit, deployed('reading-queue.service'))
  // In tenths of the exposure, which is 10 for a unit that says nothing; it ends with 1 above.
  const output = spawnSync(SYSTEMD_ANALYZE, ['security', '--offline=true', '--threshold=15', unit])
  assert.equal(output.status, 0, `${output.stdout}${output.stderr}`)
})

it('The unit blocks cloud metadata and the private network, and allows what is needed', () => {
  const settings = deployed('reading-queue.service').split('\n')
  const linesOf = (name: string) => settings.filter((line) => line.startsWith(`${name}=`))
  assert.deepEqual(linesOf('IPAddressAllow'), ['IPAddressAllow=localhost'])
  for (const range of ['link-local', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'])
    assert.ok(linesOf('IPAddressDeny')[0]!.includes(range), range)
  assert.deepEqual(linesOf('SystemCallFilter')[0], 'SystemCallFilter=@system-service')
})

it('The unit is accepted by systemd', (t) => {
  if (!existsSync(SYSTEMD_ANALYZE)) return t.skip('systemd is not installed')
  const unit = join(folder, 'reading-queue.service')
  const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
  writeFileSync(unit, deployed('reading-queue.service').replaceAll('/opt/reading-queue', root))
  const output = execFileSync(SYSTEMD_ANALYZE, ['verify', '--man=no', unit], { stdio: 'pipe' })
  assert.equal(output.toString(), '')
})
