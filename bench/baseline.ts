import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { ResponsePiece, BaselineConfig } from './baseline-server.ts'

/** Starts the baseline that the service is compared with: bare node:http in a separate process, with prepared responses. */
export function startBaseline(config: BaselineConfig): Promise<ServerProcess> {
  return startServerProcess('baseline-server.ts', config)
}

/** The headers that the baseline must set to respond alike; node:http adds the others itself. */
export function headersToSet(response: Response): Record<string, string> {
  const automatic = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'])
  return Object.fromEntries([...response.headers].filter(([name]) => !automatic.has(name)))
}

/** Splits a response at the values of some columns of its rows. */
export function splitAtValues(
  text: string,
  rows: Record<string, unknown>[],
  columns: string[],
): ResponsePiece[] {
  const positions = new Map<string, [row: number, column: string]>()
  for (const [index, row] of rows.entries()) {
    for (const column of columns) {
      const value = row[column]
      if (typeof value === 'string' && value !== '') positions.set(value, [index, column])
    }
  }
  const longestFirst = [...positions.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`)
  return text.split(pattern).map((piece) => positions.get(piece) ?? piece)
}
