import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, signUp } from '../support/agent.ts'
import { assertLowLatency, openLatencyProbe, startServiceProcess } from '../support/latency-probe.ts'
import { createBrowser } from '../support/browser.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { eventually } from '../support/eventually.ts'
import { fillQueue } from '../support/fill-queue.ts'
import { accountIdOf } from '../support/history.ts'
import { ENGINES, startService } from '../support/service.ts'

const ITEMS = 2000
const ARTICLE = 'What everybody should know of hypermedia. '.repeat(200)

for (const engine of ENGINES) {
  describe(`While somebody with ${ITEMS} articles, on ${engine},`, () => {
    it('exports all of them and deletes the account, everybody else is served as before', async (test) => {
      const service = await startService(engine)
      test.after(() => service.stop())
      // The first account is the owner's, who can't leave the others.
      await signUp(service.baseUrl)
      const ada = await signUp(service.baseUrl)
      const accountId = await accountIdOf(service, ada.email)
      await fillQueue(service, accountId, { count: ITEMS, article: ARTICLE })
      await service.running.close()

      const queryWorker = await startServiceProcess(engine, { DATABASE_URL: service.databaseUrl })
      test.after(() => queryWorker.stop())
      const probe = await openLatencyProbe(queryWorker)
      const moved = await moveTo(queryWorker.baseUrl, ada)

      let length = 0
      const exportAccount = async () => {
        const page = await moved.browser.open('/account/export')
        assert.equal(page.status, 200)
        length = page.text.length
      }
      assertLowLatency(await probe.measureDuring(exportAccount))
      assert.ok(length > ITEMS * ARTICLE.length, String(length))

      const db = await openDatabase(service.databaseUrl, () => undefined)
      test.after(() => db.close())
      const deleteAccount = async () => {
        const account = await moved.browser.open('/account')
        await moved.browser.submit(account, { email: ada.email }, { action: '/account/delete' })
        const left = () => db.row('SELECT 1 AS found FROM queues WHERE account_id = ?', accountId)
        await eventually(left, (found) => found === undefined, 300)
      }
      assertLowLatency(await probe.measureDuring(deleteAccount))
    })
  })
}

/** The same person, signed in to the same service at another address. */
async function moveTo(baseUrl: string, { email, browser }: Person): Promise<Person> {
  const elsewhere = createBrowser(baseUrl)
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  return { email, browser: elsewhere }
}
