import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostName } from '../../src/html/parts/host-name.ts'

test('a host is shown as it is', () => {
  assert.equal(String(hostName('claude.ai')), '<bdi>claude.ai</bdi>')
  assert.equal(String(hostName('app.reading-companion.example')), '<bdi>app.reading-companion.example</bdi>')
})

test('a long host keeps its end, which says whose it is, and is whole in its tooltip', () => {
  assert.equal(
    String(hostName('nikcgkpgbnkmndmmeklmjnlcoaekobjd.chromiumapp.org')),
    '<bdi title="nikcgkpgbnkmndmmeklmjnlcoaekobjd.chromiumapp.org">nikcgk…objd.chromiumapp.org</bdi>',
  )
})
