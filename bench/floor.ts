import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { Piece, FloorConfig } from './floor-server.ts'

/** Bare node:http in a separate process, with prepared responses. */
export function startFloor(config: FloorConfig): Promise<ServerProcess> {
  return startServerProcess('floor-server.ts', config)
}

/** The headers that a floor has to set to respond alike; node:http adds the others itself. */
export function headersOf(answer: Response): Record<string, string> {
  const own = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'])
  return Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)))
}

/** Splits a response at the values of some columns of its rows. */
export function piecesOf(text: string, rows: Record<string, unknown>[], columns: string[]): Piece[] {
  const places = new Map<string, [row: number, column: string]>()
  for (const [index, row] of rows.entries()) {
    for (const column of columns) {
      const value = row[column]
      if (typeof value === 'string' && value !== '') places.set(value, [index, column])
    }
  }
  const longestFirst = [...places.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`)
  return text.split(pattern).map((piece) => places.get(piece) ?? piece)
}
