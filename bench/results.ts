import { print, type Ratios } from './compare.ts'

/** The result of a benchmark: a ratio to its baseline, or an amount in a unit, and the required value. */
export type Result = { work: string; measured: number; unit?: string; atLeast?: number; atMost?: number }

const results: Result[] = []

/** Records a result for the table at the end. */
export function addResult(result: Result): void {
  results.push(result)
}

/** Records both ratios of a comparison. What the disk decides is judged by the rate, all else by processor time. */
export function addRatios(
  work: string,
  { rate, processor }: Ratios,
  { atLeast, isOfDisk = false }: { atLeast?: number; isOfDisk?: boolean } = {},
): void {
  const required = atLeast === undefined ? {} : { atLeast }
  addResult({ work, measured: rate, ...(isOfDisk ? required : {}) })
  addResult({ work: `${work}, by processor time`, measured: processor, ...(isOfDisk ? {} : required) })
}

/** Prints all results so far beside the required values. */
export function printResults(): void {
  const rows = results.map((result) => [
    result.work,
    formatRequired(result),
    formatAmount(result.measured, result.unit),
    formatVerdict(result),
  ])
  const table = [['work', 'required', 'measured', ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  print('')
  for (const [work, required, measured, verdict] of table) {
    const cells = [work!.padEnd(widths[0]!), required!.padStart(widths[1]!), measured!.padStart(widths[2]!)]
    print(`  ${cells.join('  ')}  ${verdict!}`.trimEnd())
  }
}

function formatRequired({ atLeast, atMost, unit }: Result): string {
  if (atLeast !== undefined) return `at least ${formatAmount(atLeast, unit)}`
  return atMost === undefined ? '' : `at most ${formatAmount(atMost, unit)}`
}

function formatVerdict({ measured, atLeast = -Infinity, atMost = Infinity }: Result): string {
  return measured < atLeast || measured > atMost ? 'MISSED' : ''
}

function formatAmount(number: number, unit?: string): string {
  return unit ? `${number.toFixed(unit === 's' ? 2 : 0)} ${unit}` : number.toFixed(2)
}
