import { cpSync } from 'node:fs'
import { startChanging } from './changes.ts'
import { compare, CONNECTIONS, print, type Side } from './compare.ts'
import type { BaselineResponse, Query } from './baseline-server.ts'
import { headersToSet, splitAtValues, startBaseline } from './baseline.ts'
import { send } from './load.ts'
import { LIST, TOTALS } from './pages.ts'
import { addRatios } from './results.ts'
import { startWebServer } from '../test/support/web-server.ts'
import type { ServerProcess } from './server-process.ts'
import { rowsOf, type SampleService, startSampleService } from './sample-service.ts'

const ITEMS = 25
const SIREN = 'application/vnd.siren+json'

const TOKEN = `SELECT t.*, g.* FROM tokens t JOIN grants g ON g.account_id = t.account_id AND g.id = t.grant_id
  WHERE t.account_id = ? AND t.kind = 'access'`
const KNOWN = 'SELECT * FROM items WHERE account_id = ? AND identity = ?'
const JOB = `INSERT INTO jobs (account_id, kind, subject, priority, due_at) VALUES (?, 'bench', ?, 0, ?)`
const COUNT = 'UPDATE queues SET version = version + 1, unread = unread + 1 WHERE account_id = ?'

/** Measures listing the queue as Siren, and saving a link, beside bare node:http on the same rows. */
export async function benchApi(): Promise<void> {
  const service = await startSampleService(ITEMS)
  const { baseUrl, pid, file, accountId, agent } = service
  // A site that never responds, so that saving is measured and not fetching.
  const slow = await startWebServer(() => {})
  const headers = { accept: SIREN, authorization: `Bearer ${agent.access}` }
  try {
    const post = await savedBy(service, `${slow.origin}/a/new/page/0000000`, headers)
    const list = await fetch(`${baseUrl}/queue`, { headers })
    const rows = rowsOf(file, LIST, accountId)
    const answers: Record<string, BaselineResponse> = {
      'GET /queue': {
        headers: headersToSet(list),
        pieces: splitAtValues(await list.text(), rows, ['id', 'url', 'page_title', 'excerpt']),
        reads: [
          [LIST, accountId],
          [TOKEN, accountId],
          [TOTALS, accountId],
        ],
      },
      'POST /queue': post,
    }
    // The baseline writes to its own copy of the data, so that it does not compete with the service.
    const copy = `${file}.baseline`
    cpSync(file, copy)
    cpSync(`${file}-wal`, `${copy}-wal`)
    const baseline = await startBaseline({ file: copy, answers })
    try {
      const ours = { origin: baseUrl, pid, path: '/queue', headers }
      await sideBySide(`GET /queue, ${ITEMS} items`, { ours, baseline }, { atLeast: 0.9 })
      await afterChanges(ours, baseline, file)
      let number = 0
      const body = () => JSON.stringify({ url: `${slow.origin}/a/new/page/${1_000_000 + number++}` })
      const json = { ...headers, 'content-type': 'application/json' }
      await sideBySide(
        'Saving a new link',
        { ours: { ...ours, headers: json, body }, baseline },
        { atLeast: 0.7, isOfDisk: true },
      )
    } finally {
      baseline.stop()
    }
  } finally {
    await service.stop()
    await slow.stop()
  }
}

async function sideBySide(
  name: string,
  { ours, baseline: { origin, pid } }: { ours: Side; baseline: ServerProcess },
  required: { atLeast?: number; isOfDisk?: boolean } = {},
): Promise<void> {
  const theirs = { ...ours, origin, pid }
  const lengths = [(await send(ours)).length, (await send(theirs)).length]
  if (lengths[0] !== lengths[1]) throw new Error(`The answers differ in length: ${lengths.join(', ')}`)
  print(`\n${name}: ${lengths[0]} characters, ${CONNECTIONS} connections`)
  addRatios(name, await compare(ours, theirs, { baseline: 'bare node:http' }), required)
}

/**
 * Marks the newest item, or every item of the list, as changed before each call; the baseline's calls bear the same
 * cost.
 */
async function afterChanges(ours: Side, baseline: ServerProcess, file: string): Promise<void> {
  const { change, stop } = startChanging(file)
  const after = (items: number) => () => {
    change(items)
    return '/queue'
  }
  try {
    const name = `GET /queue, ${ITEMS} items`
    const atLeast = 0.7
    await sideBySide(
      `${name}, after a change each time`,
      { ours: { ...ours, path: after(1) }, baseline },
      { atLeast },
    )
    await sideBySide(`${name}, after a change of all each time`, {
      ours: { ...ours, path: after(ITEMS) },
      baseline,
    })
  } finally {
    stop()
  }
}

/** A save by the baseline: the item, its job and the counters, as durable as the service's. */
async function savedBy(
  { baseUrl, file, accountId }: SampleService,
  url: string,
  headers: Record<string, string>,
): Promise<BaselineResponse> {
  const response = await fetch(`${baseUrl}/queue`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const [item] = rowsOf(file, 'SELECT * FROM items WHERE account_id = ? AND url = ?', accountId, url)
  const columns = Object.keys(item!)
  const replacements: Record<string, string> = {
    id: '?',
    url: '?',
    identity: '?',
    saved_at: '(SELECT MAX(saved_at) + 1 FROM items WHERE account_id = model.account_id)',
  }
  const insert = `INSERT INTO items (${columns.join(', ')})
    SELECT ${columns.map((column) => replacements[column] ?? column).join(', ')} FROM items model WHERE id = ?`
  const values = columns
    .filter((column) => replacements[column] === '?')
    .map((column) => (column === 'id' ? '$id' : '$url'))
  const writes: Query[] = [
    [insert, ...values, String(item!['id'])],
    [JOB, accountId, '$id', '$now'],
    [COUNT, accountId],
  ]
  const { location: _, ...rest } = headersToSet(response)
  return {
    status: response.status,
    headers: rest,
    pieces: splitAtValues(await response.text(), [item!], ['id', 'url']),
    reads: [
      [TOKEN, accountId],
      [KNOWN, accountId, url],
    ],
    writes,
  }
}
