import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { createRecent } from '../../src/endpoints/recent.ts'

const service = {} as Database

it('Recent values weigh what they are, also where two made the same at once', async () => {
  const recent = createRecent<string>(10, (text) => text.length)
  const made = ['x', 'x'.repeat(9)].map((text) => recent.take(service, 'twice', () => Promise.resolve(text)))
  assert.deepEqual(await Promise.all(made), ['x', 'x'.repeat(9)])
  await recent.take(service, 'more', () => Promise.resolve('12345'))
  assert.equal(await recent.take(service, 'twice', () => Promise.resolve('anew')), 'anew')
  assert.equal(await recent.take(service, 'more', () => Promise.resolve('never made')), '12345')
})
