import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** Constant text, or a value of a row: the row's number and the column. */
export type ResponsePiece = string | [row: number, column: string]
export type Query = [sql: string, ...values: SQLInputValue[]]

/** A response of the baseline: the least work that produces the same bytes. */
export type BaselineResponse = {
  status?: number
  headers: Record<string, string>
  pieces: ResponsePiece[]
  /** The rows of the first query fill the response. */
  reads: Query[]
  /** Statements that store the request in one transaction; values with `$` are replaced by new ones. */
  writes?: Query[]
}

/** The baseline's own database, and the responses by method and path. */
export type BaselineConfig = { file: string; answers: Record<string, BaselineResponse> }

type Row = Record<string, SQLInputValue>

// Runs as a process: receives the responses to give and sends its port. It reads rows, writes them as durably as the
// service, and inserts their values between constant texts.
process.once('message', async ({ file, answers }: BaselineConfig) => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const prepare = (queries: Query[]) => {
    return queries.map(([sql, ...values]) => ({ statement: db.prepare(sql), values }))
  }
  const ready = new Map(
    Object.entries(answers).map(([name, { reads, writes, ...answer }]) => {
      return [name, { ...answer, reads: prepare(reads), writes: writes && prepare(writes) }]
    }),
  )
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')

  const server = createServer(async (request, response) => {
    const { status = 200, headers, pieces, reads, writes } = ready.get(`${request.method} ${request.url}`)!
    let rows: Row[] = []
    for (const { statement, values } of reads) {
      const found = statement.all(...values) as Row[]
      if (rows.length === 0) rows = found
    }
    if (writes) {
      const generated = generateValues(await bodyOf(request))
      begin.run()
      for (const { statement, values } of writes) {
        statement.run(...values.map((value) => (generated[String(value)] as SQLInputValue) ?? value))
      }
      commit.run()
      rows = [{ id: generated['$id']!, url: generated['$url']! }]
    }
    let body = ''
    for (const piece of pieces) {
      body += typeof piece === 'string' ? piece : String(rows[piece[0]]![piece[1]])
    }
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
})

/** New values for a request: an id, the address it contains, the time, and the hash of a secret. */
function generateValues(body: string): Record<string, SQLInputValue> {
  const { url = '' } = body.startsWith('{') ? (JSON.parse(body) as { url?: string }) : {}
  const hash = createHash('sha256').update(body).digest('hex')
  return { $id: randomUUID(), $url: url, $now: Date.now(), $hash: hash }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
