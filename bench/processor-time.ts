import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICK = 10

/** Milliseconds of processor time that a process has used, including its children that have ended; 0 if it is gone. */
export function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) * TICK
  } catch {
    return 0
  }
}
