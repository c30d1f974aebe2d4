import { type Call, callsPerSecond } from './load.ts'

/** Many short rounds, so that both are affected alike by other programs on the machine. */
const ROUNDS = 15
const ROUND_MS = 700
export const CONNECTIONS = 16

/**
 * Alternates between calls to the service and to the floor, round by round; prints the responses per second and
 * returns the median of the rounds' ratios. `floor` is the floor's name.
 */
export async function compare(
  ours: Call,
  theirs: Call,
  floor: string,
  connections = CONNECTIONS,
): Promise<number> {
  const rounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { ours: 0, theirs: 0 }
    const sides = [
      ['ours', ours],
      ['theirs', theirs],
    ] as const
    for (const [whose, call] of round % 2 === 0 ? sides : sides.toReversed()) {
      measured[whose] = await callsPerSecond(call, connections, ROUND_MS)
    }
    // Skips the warm-up round.
    if (round > 0) rounds.push(measured)
  }
  const ratios = rounds.map(({ ours, theirs }) => ours / theirs).sort((a, b) => a - b)
  const [us, them] = [median(rounds.map(({ ours }) => ours)), median(rounds.map(({ theirs }) => theirs))]
  const ratio = median(ratios)
  const [low, high] = [0.25, 0.75].map((share) => ratios[Math.floor(ROUNDS * share)]!.toFixed(2))
  print(
    `  ${shown(us)} by us, ${shown(them)} by ${floor}; ratio ${ratio.toFixed(2)}, half of the rounds ${low} to ${high}`,
  )
  return ratio
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function shown(perSecond: number): string {
  return `${perSecond.toFixed(0).padStart(5)}/s`
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
