import { type Call, sendRepeatedly } from './load.ts'
import { processorTime } from './processor-time.ts'

/** Many short rounds, so that both are affected alike by other programs on the machine. */
const ROUNDS = 15
const ROUND_MS = 700
export const CONNECTIONS = 16

/** A call, and the process that answers it. */
export type Side = Call & { pid: number }

/** Ours to the baseline's: 1 is as fast, or as cheap, as the baseline. */
export type Ratios = {
  /** Of responses per second: the median of the rounds. */
  rate: number
  /** Of the processor time that the baseline and the service take for a call. Other programs hardly change it. */
  processor: number
}

/**
 * Alternates between calls to the service and to the baseline, round by round, and prints the responses per second and the
 * processor time of a call. `baseline` is the baseline's name.
 */
export async function compare(
  ours: Side,
  theirs: Side,
  { baseline, connections = CONNECTIONS }: { baseline: string; connections?: number },
): Promise<Ratios> {
  const rounds: { ours: number; theirs: number }[] = []
  const spent = { ours: { time: 0, answers: 0 }, theirs: { time: 0, answers: 0 } }
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { ours: 0, theirs: 0 }
    const sides = [
      ['ours', ours],
      ['theirs', theirs],
    ] as const
    for (const [whose, side] of round % 2 === 0 ? sides : sides.toReversed()) {
      const before = processorTime(side.pid)
      const { answers, perSecond } = await sendRepeatedly(side, connections, ROUND_MS)
      measured[whose] = perSecond
      // Skips the warm-up round.
      if (round === 0) continue
      spent[whose].time += processorTime(side.pid) - before
      spent[whose].answers += answers
    }
    if (round > 0) rounds.push(measured)
  }
  const ratios = rounds.map(({ ours, theirs }) => ours / theirs).sort((a, b) => a - b)
  const [us, them] = [median(rounds.map(({ ours }) => ours)), median(rounds.map(({ theirs }) => theirs))]
  const rate = median(ratios)
  const [low, high] = [0.25, 0.75].map((share) => ratios[Math.floor(ROUNDS * share)]!.toFixed(2))
  print(
    `  ${shown(us)} by us, ${shown(them)} by ${baseline}; ratio ${rate.toFixed(2)}, half of the rounds ${low} to ${high}`,
  )
  const [ourTime, theirTime] = [spent.ours, spent.theirs].map(({ time, answers }) => time / answers) as [
    number,
    number,
  ]
  const processor = theirTime / ourTime
  print(
    `  ${inMicroseconds(ourTime)} of processor time a call by us, ${inMicroseconds(theirTime)} by ${baseline}; ratio ${processor.toFixed(2)}`,
  )
  return { rate, processor }
}

function inMicroseconds(milliseconds: number): string {
  return `${(1000 * milliseconds).toFixed(0)} µs`
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
