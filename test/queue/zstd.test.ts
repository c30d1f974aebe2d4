import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compress, decompress } from '../../src/queue/content/zstd.ts'

for (const length of [0, 10, 15_999, 16_000, 5_000_000]) {
  test(`a text of ${length} characters is the same after decompression`, async () => {
    for (const text of ['x'.repeat(length), Array.from({ length }, (_, at) => (at * at) % 10).join('')])
      assert.equal((await decompress(await compress(text))).toString(), text)
  })
}

test('data that is not compressed is refused', async () => {
  await assert.rejects(decompress(Buffer.from('no')))
  await assert.rejects(decompress(Buffer.alloc(20_000)))
})
