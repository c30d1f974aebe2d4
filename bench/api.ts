import { cpSync } from 'node:fs'
import { startChanging } from './changes.ts'
import { compare, CONNECTIONS, print, type Side } from './compare.ts'
import type { FloorAnswer, Query } from './floor-server.ts'
import { headersOf, piecesOf, startFloor } from './floor.ts'
import { send } from './load.ts'
import { LIST, TOTALS } from './pages.ts'
import { noteRatios } from './results.ts'
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
    const answers: Record<string, FloorAnswer> = {
      'GET /queue': {
        headers: headersOf(list),
        pieces: piecesOf(await list.text(), rows, ['id', 'url', 'page_title', 'excerpt']),
        reads: [
          [LIST, accountId],
          [TOKEN, accountId],
          [TOTALS, accountId],
        ],
      },
      'POST /queue': post,
    }
    // The floor writes to its own copy of the data, so that it does not compete with the service.
    const copy = `${file}.floor`
    cpSync(file, copy)
    cpSync(`${file}-wal`, `${copy}-wal`)
    const floor = await startFloor({ file: copy, answers })
    try {
      const ours = { origin: baseUrl, pid, path: '/queue', headers }
      await sideBySide(`GET /queue, ${ITEMS} items`, { ours, floor }, { atLeast: 0.9 })
      await afterChanges(ours, floor, file)
      let number = 0
      const body = () => JSON.stringify({ url: `${slow.origin}/a/new/page/${1_000_000 + number++}` })
      const json = { ...headers, 'content-type': 'application/json' }
      await sideBySide(
        'Saving a new link',
        { ours: { ...ours, headers: json, body }, floor },
        { atLeast: 0.7, isOfDisk: true },
      )
    } finally {
      floor.stop()
    }
  } finally {
    await service.stop()
    await slow.stop()
  }
}

async function sideBySide(
  name: string,
  { ours, floor: { origin, pid } }: { ours: Side; floor: ServerProcess },
  required: { atLeast?: number; isOfDisk?: boolean } = {},
): Promise<void> {
  const theirs = { ...ours, origin, pid }
  const lengths = [(await send(ours)).length, (await send(theirs)).length]
  if (lengths[0] !== lengths[1]) throw new Error(`The answers differ in length: ${lengths.join(', ')}`)
  print(`\n${name}: ${lengths[0]} characters, ${CONNECTIONS} connections`)
  noteRatios(name, await compare(ours, theirs, { floor: 'bare node:http' }), required)
}

/**
 * Marks the newest item, or every item of the list, as changed before each call; the floor's calls bear the same
 * cost.
 */
async function afterChanges(ours: Side, floor: ServerProcess, file: string): Promise<void> {
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
      { ours: { ...ours, path: after(1) }, floor },
      { atLeast },
    )
    await sideBySide(`${name}, after a change of all each time`, {
      ours: { ...ours, path: after(ITEMS) },
      floor,
    })
  } finally {
    stop()
  }
}

/** A save by the floor: the item, its job and the counters, as durable as the service's. */
async function savedBy(
  { baseUrl, file, accountId }: SampleService,
  url: string,
  headers: Record<string, string>,
): Promise<FloorAnswer> {
  const answer = await fetch(`${baseUrl}/queue`, {
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
  const { location: _, ...rest } = headersOf(answer)
  return {
    status: answer.status,
    headers: rest,
    pieces: piecesOf(await answer.text(), [item!], ['id', 'url']),
    reads: [
      [TOKEN, accountId],
      [KNOWN, accountId, url],
    ],
    writes,
  }
}
