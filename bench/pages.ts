import { compare, CONNECTIONS, print, type Side } from './compare.ts'
import type { BaselineResponse, Query } from './baseline-server.ts'
import { headersToSet, splitAtValues, startBaseline } from './baseline.ts'
import { send } from './load.ts'
import { addRatios } from './results.ts'
import { cookieOf, rowsOf, startSampleService } from './sample-service.ts'

const ITEMS = 25
/** The columns whose values appear unchanged in the pages. */
const COLUMNS = ['id', 'url', 'page_title', 'excerpt']

export const LIST = `SELECT * FROM items WHERE account_id = ? AND removed_at IS NULL AND read_at IS NULL
  AND snoozed_until IS NULL ORDER BY saved_at DESC LIMIT 26`
const BESIDE = LIST.replace('26', '2')
const SESSION = `SELECT s.*, a.email, a.settings FROM sessions s JOIN accounts a ON a.id = s.account_id
  WHERE s.account_id = ?`
export const TOTALS = 'SELECT * FROM queues WHERE account_id = ?'
const TAGS = `SELECT t.tag, COUNT(*) AS count FROM item_tags t
  JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id
  WHERE t.account_id = ? AND i.removed_at IS NULL GROUP BY t.tag`
const ITEM = 'SELECT * FROM items WHERE account_id = ? AND id = ?'
const ARTICLE = 'SELECT html FROM articles WHERE account_id = ? AND item_id = ?'

/** Measures the queue page and the reader beside bare node:http that writes the same bytes from the same rows. */
export async function benchPages(): Promise<void> {
  const service = await startSampleService(ITEMS)
  const { baseUrl, pid, file, accountId } = service
  const headers = { accept: 'text/html', ...cookieOf(service.person) }
  const itemId = String(rowsOf(file, LIST, accountId)[10]!['id'])
  const pages: [name: string, path: string, reads: Query[]][] = [
    [
      `The queue page, ${ITEMS} items`,
      '/queue',
      [
        [LIST, accountId],
        [SESSION, accountId],
        [TOTALS, accountId],
        [TAGS, accountId],
      ],
    ],
    [
      'The reader',
      `/queue/items/${itemId}`,
      [
        [ITEM, accountId, itemId],
        [SESSION, accountId],
        [ARTICLE, accountId, itemId],
        [BESIDE, accountId],
        [BESIDE, accountId],
      ],
    ],
  ]
  const answers: Record<string, BaselineResponse> = {}
  for (const [, path, reads] of pages) {
    const response = await fetch(baseUrl + path, { headers })
    const [sql, ...values] = reads[0]!
    const pieces = splitAtValues(await response.text(), rowsOf(file, sql, ...values.map(String)), COLUMNS)
    answers[`GET ${path}`] = { headers: headersToSet(response), pieces, reads }
  }
  const baseline = await startBaseline({ file, answers })
  try {
    for (const [name, path] of pages) {
      const ours: Side = { origin: baseUrl, pid, path, headers }
      const theirs: Side = { ...ours, origin: baseline.origin, pid: baseline.pid }
      const lengths = [(await send(ours)).length, (await send(theirs)).length]
      if (lengths[0] !== lengths[1]) throw new Error(`The pages differ in length: ${lengths.join(', ')}`)
      print(`\n${name}: ${lengths[0]} characters, ${CONNECTIONS} connections`)
      addRatios(name, await compare(ours, theirs, { baseline: 'bare node:http' }), { atLeast: 0.6 })
      let number = 0
      print('  the same rendered again each time, as after a change:')
      const uncached = { ...ours, path: () => `${path}?n=${number++}` }
      addRatios(`${name}, rendered again`, await compare(uncached, theirs, { baseline: 'bare node:http' }))
    }
  } finally {
    baseline.stop()
    await service.stop()
  }
}
