import { type Call, callsPerSecond } from './load.ts'

const ROUNDS = 7
const ROUND_MS = 1500
export const CONNECTIONS = 16

/**
 * Sends a call to us and its like to a floor in turns, round by round; prints answers per second and the
 * median of the rounds' ratios. `floor` names it.
 */
export async function compare(ours: Call, theirs: Call, floor: string): Promise<void> {
  const rounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = {
      ours: await callsPerSecond(ours, CONNECTIONS, ROUND_MS),
      theirs: await callsPerSecond(theirs, CONNECTIONS, ROUND_MS),
    }
    // The first round is for warming up.
    if (round === 0) continue
    rounds.push(measured)
    print(`  round ${round}: ${shown(measured.ours)} by us, ${shown(measured.theirs)} by ${floor}`)
  }
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs))
  const [us, them] = [median(rounds.map(({ ours }) => ours)), median(rounds.map(({ theirs }) => theirs))]
  print(`  median: ${shown(us)} by us, ${shown(them)} by ${floor}, ratio ${ratio.toFixed(2)}`)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function shown(perSecond: number): string {
  return `${perSecond.toFixed(0).padStart(5)}/s`
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
