import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { eventually } from '../support/eventually.ts'
import { createDatabase } from '../support/service.ts'

it('Announcements of other instances on PostgreSQL are heard also by who had left while it began to listen', async () => {
  const url = await createDatabase('postgres')
  const here = await openDatabase(url, () => undefined)
  const there = await openDatabase(url, () => undefined)
  try {
    here.follow(() => undefined)()
    const heard = new Set<string>()
    const stop = here.follow(({ of, accountId }) => heard.add(`${of} ${accountId}`))
    await eventually(
      async () => {
        there.announce({ of: 'access', accountId: 'someone' })
        return heard.size
      },
      (count) => count > 0,
    )
    assert.deepEqual([...heard], ['access someone'])
    stop()
  } finally {
    await Promise.all([here.close(), there.close()])
  }
})
