import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { createResponseCache, keptBytes, MAX_KEPT, textBytes } from '../../src/http/recent.ts'

const MEGABYTE = 1024 * 1024
const pages = createResponseCache<string>('test page', textBytes)
const lists = createResponseCache<string>('test list', textBytes)

/** A text that takes so many megabytes. */
const text = (mark: string, megabytes: number) => mark.repeat((megabytes * MEGABYTE) / 2)
const never = () => Promise.reject(new Error('It is kept.'))

describe('What is kept of recent answers', () => {
  it('shares 16 MB among all kinds, and what was not used longest goes first', async () => {
    const service = {} as Database
    assert.equal(MAX_KEPT, 16 * MEGABYTE)
    for (const key of ['a', 'b', 'c']) await pages.take(service, key, async () => text(key, 3))
    await lists.take(service, 'a', async () => text('l', 3))
    assert.equal((await pages.take(service, 'a', never))[0], 'a')
    await lists.take(service, 'b', async () => text('m', 3))
    assert.ok(keptBytes(service) > 15 * MEGABYTE)

    await lists.take(service, 'c', async () => text('n', 3))
    assert.ok(keptBytes(service) <= MAX_KEPT)
    assert.equal(await pages.take(service, 'b', async () => 'made anew'), 'made anew')
    assert.equal((await pages.take(service, 'a', never))[0], 'a')
    assert.equal((await lists.take(service, 'a', never))[0], 'l')
  })

  it('weighs a value that grew as what it is now', async () => {
    const service = {} as Database
    const growing = createResponseCache<{ bytes: number }>('test growing', ({ bytes }) => bytes)
    const value = await growing.take(service, 'key', async () => ({ bytes: MEGABYTE }))
    value.bytes = 3 * MEGABYTE
    await growing.take(service, 'key', never)
    assert.equal(Math.floor(keptBytes(service) / MEGABYTE), 3)
  })

  it('gives a value of more than 4 MB without keeping it, so that it pushes nothing out', async () => {
    const service = {} as Database
    await pages.take(service, 'small', async () => 'small')
    assert.equal((await pages.take(service, 'large', async () => text('x', 5))).length, 2.5 * MEGABYTE)
    assert.ok(keptBytes(service) < 2000)
    assert.equal(await pages.take(service, 'small', never), 'small')
  })

  it('weighs each value once where two made the same at once', async () => {
    const service = {} as Database
    const made = [3, 1].map((size) => pages.take(service, 'twice', async () => text('x', size)))
    await Promise.all(made)
    assert.equal(Math.floor(keptBytes(service) / MEGABYTE), 1)
  })
})
