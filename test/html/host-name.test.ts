import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostName } from '../../src/html/parts/host-name.ts'

test('a short host is shown unchanged', () => {
  assert.equal(String(hostName('claude.ai')), '<bdi>claude.ai</bdi>')
  assert.equal(String(hostName('app.reading-companion.example')), '<bdi>app.reading-companion.example</bdi>')
})

test('a long host keeps its end, which identifies the owner, and its tooltip is complete', () => {
  assert.equal(
    String(hostName('nikcgkpgbnkmndmmeklmjnlcoaekobjd.chromiumapp.org')),
    '<bdi title="nikcgkpgbnkmndmmeklmjnlcoaekobjd.chromiumapp.org">nikcgk…objd.chromiumapp.org</bdi>',
  )
})
