import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectAgent, type Entity, signUp } from '../test/support/agent.ts'
import { articlePage } from '../test/support/article.ts'
import { pause } from '../src/ports/clock.ts'
import { startProgram } from '../test/support/program.ts'
import { startWebServer } from '../test/support/web-server.ts'
import { compare, CONNECTIONS, print } from './compare.ts'
import { type Call, send } from './load.ts'
import type { FloorPage, Told } from './page-server.ts'

const ITEMS = 25
const PARAGRAPHS = 40
/** What the pages hold of an item as it stands in its row. */
const COLUMNS = ['id', 'url', 'page_title', 'excerpt']

const LIST = `SELECT * FROM items WHERE account_id = ? AND removed_at IS NULL AND read_at IS NULL
  AND snoozed_until IS NULL ORDER BY place DESC LIMIT 26`
const SESSION = `SELECT s.*, a.email, a.settings FROM sessions s JOIN accounts a ON a.id = s.account_id
  WHERE s.account_id = ?`
const TOTALS = 'SELECT * FROM queues WHERE account_id = ?'
const TAGS = `SELECT t.tag, COUNT(*) AS count FROM item_tags t
  JOIN items i ON i.account_id = t.account_id AND i.id = t.item_id
  WHERE t.account_id = ? AND i.removed_at IS NULL GROUP BY t.tag`
const ITEM = 'SELECT * FROM items WHERE account_id = ? AND id = ?'
const ARTICLE = 'SELECT html FROM articles WHERE account_id = ? AND item_id = ?'
const BESIDE = `${LIST.replace('26', '2')}`

/** Measures the queue page and the reader, beside bare node:http that writes the same bytes from the same rows. */
export async function benchPages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const file = join(folder, 'reading-queue.db')
  const site = await startWebServer((request, response) => {
    const title = `A page to read later, by the name of ${request.url}`
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage(title, '', PARAGRAPHS))
  })
  const program = startProgram({ DATA_DIR: folder, ALLOW_PRIVATE_FETCH: '1' })
  const floor = fork(new URL('page-server.ts', import.meta.url))
  try {
    const baseUrl = await program.ready()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    for (let index = 0; index < ITEMS; index++) {
      const url = `${site.origin}/article-${index}`
      await agent.save({ url, tags: ['web', `tag-${index % 5}`], reason: 'It is about what we spoke of.' })
    }
    while (!(await agent.entity('/queue')).entities.every(isReady)) await pause(100)

    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', cookie }
    const db = new DatabaseSync(file, { readOnly: true })
    const { account_id: account } = db.prepare('SELECT account_id FROM queues').get() as Record<
      string,
      string
    >
    const list = db.prepare(LIST).all(account!) as Record<string, string>[]
    const item = list[10]!
    const pages: Record<string, FloorPage['queries']> = {
      '/queue': [
        [LIST, account!],
        [SESSION, account!],
        [TOTALS, account!],
        [TAGS, account!],
      ],
      [`/queue/items/${item['id']}`]: [
        [ITEM, account!, item['id']!],
        [SESSION, account!],
        [ARTICLE, account!, item['id']!],
        [BESIDE, account!],
        [BESIDE, account!],
      ],
    }
    const told: Told = { file, pages: {} }
    for (const [path, queries] of Object.entries(pages)) {
      const answer = await fetch(`${baseUrl}${path}`, { headers })
      const [[sql, ...values]] = queries as [FloorPage['queries'][0]]
      const rows = db.prepare(sql).all(...values) as Record<string, string>[]
      told.pages[path] = { queries, headers: headersOf(answer), pieces: piecesOf(await answer.text(), rows) }
    }
    db.close()
    floor.send(told)
    const [port] = (await once(floor, 'message')) as [number]

    for (const path of Object.keys(pages)) {
      const ours: Call = { origin: baseUrl, path, headers }
      const theirs: Call = { ...ours, origin: `http://127.0.0.1:${port}` }
      const lengths = [(await send(ours)).length, (await send(theirs)).length]
      if (lengths[0] !== lengths[1]) throw new Error(`The pages differ in length: ${lengths.join(', ')}`)
      const what = path === '/queue' ? `The queue page, ${ITEMS} items` : 'The reader'
      print(`\n${what}: ${lengths[0]} characters, ${CONNECTIONS} connections`)
      await compare(ours, theirs, 'bare node:http')
      let number = 0
      print('  the same drawn anew each time, as after a change:')
      await compare({ ...ours, path: () => `${path}?n=${number++}` }, theirs, 'bare node:http')
    }
  } finally {
    floor.kill()
    program.process.kill()
    await program.ended
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function isReady({ properties }: Entity): boolean {
  return properties.content.status === 'ready'
}

function headersOf(answer: Response): Record<string, string> {
  const own = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'])
  return Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)))
}

/** Cuts a page where it holds what is in a row. */
function piecesOf(page: string, rows: Record<string, string>[]): FloorPage['pieces'] {
  const places = new Map<string, [row: number, column: string]>()
  for (const [index, row] of rows.entries()) {
    for (const column of COLUMNS) if (row[column]) places.set(row[column], [index, column])
  }
  const longestFirst = [...places.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`)
  return page.split(pattern).map((piece) => places.get(piece) ?? piece)
}
