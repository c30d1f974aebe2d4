import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { allAssets } from '../../src/html/assets/assets.ts'

test('the scripts that a page loads as one file have no name twice', () => {
  const scripts = allAssets().filter(({ path }) => path.endsWith('.js'))
  assert.ok(scripts.length > 10)
  for (const { path, body } of scripts)
    assert.doesNotThrow(() => new Script(`(async () => {${String(body)}\n})`), path)
})
