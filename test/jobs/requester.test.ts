import { it } from 'node:test'
import { placeholders, type Value } from '../../src/database/database.ts'
import { requesterOf } from '../../src/jobs/requester.ts'
import { sourceOf } from '../../src/queue/content/capture-source.ts'
import { PERSON } from '../../src/queue/model/actor.ts'
import { signUp } from '../support/agent.ts'
import { accountIdOf } from '../support/history.ts'
import { onBothEngines } from '../support/service.ts'
import { assertTimeRatio } from '../support/time-ratio.ts'
import { itemWith } from '../library/exported.ts'

const CHANGES = 60_000
const AT_ONCE = 1000
const COLUMNS = ['account_id', 'sequence', 'act', 'at', 'actor', 'action', 'item_id', 'after']

onBothEngines('A page that comes with an import', (service) => {
  it('is shown as fast whether the import has many links or one', async () => {
    const { db } = service().running.services
    const accountId = await accountIdOf(service(), (await signUp(service().baseUrl)).email)
    const add = (rows: Value[][]) =>
      db.run(
        `INSERT INTO changes (${COLUMNS.join(', ')}) VALUES ${rows.map(() => `(${placeholders(COLUMNS.length)})`).join(', ')}`,
        ...rows.flat(),
      )
    const change = (sequence: number, act: number): Value[] => [
      accountId,
      sequence,
      act === sequence ? null : act,
      sequence,
      'person',
      'import-links',
      `i${sequence}`,
      '{}',
    ]
    await add([change(1, 1)])
    for (let from = 2; from < CHANGES; from += AT_ONCE)
      await add(Array.from({ length: AT_ONCE }, (_, index) => change(from + index, 2)))

    const askFor = (sequence: number, act: number) => {
      const item = { ...itemWith({ url: 'https://example.org/a' }), id: `i${sequence}`, snapshot: null }
      return db.transaction((tx) => requesterOf({ tx, accountId }, item, { source: sourceOf(PERSON), act }))
    }
    await assertTimeRatio('an import of many links', 10, {
      base: () => db.transaction((tx) => tx.row('SELECT 1 AS one')),
      work: () => askFor(CHANGES / 2, 2),
      floor: 3,
    })
  })
})
