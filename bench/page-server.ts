import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/** A page as the floor writes it. */
export type FloorPage = {
  headers: Record<string, string>
  /** Each statement with its values; the rows of the first fill the page. */
  queries: [sql: string, ...values: string[]][]
  /** Text that stays, and what comes of a row: its number and the column. */
  pieces: (string | [row: number, column: string])[]
}

export type Told = { file: string; pages: Record<string, FloorPage> }

type Row = Record<string, unknown>

// Run as a process: is told a database and its pages, and tells its port. The least that can be done: the
// rows are read, and their values put between texts that stay.
process.once('message', async ({ file, pages }: Told) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const ready = new Map(
    Object.entries(pages).map(([path, { queries, ...page }]) => {
      const prepared = queries.map(([sql, ...values]) => ({ statement: db.prepare(sql), values }))
      return [path, { ...page, prepared }]
    }),
  )
  const server = createServer((request, response) => {
    const page = ready.get(request.url ?? '')!
    const [rows = []] = page.prepared.map(({ statement, values }) => statement.all(...values) as Row[])
    let body = ''
    for (const piece of page.pieces) {
      body += typeof piece === 'string' ? piece : (rows[piece[0]]![piece[1]] as string)
    }
    response.writeHead(200, page.headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
})
