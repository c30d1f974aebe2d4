/** An axis from 0 to `max`. */
export type Scale = { max: number; ticks: number[] }

const MAX_STEPS = 4

/** A scale of at most MAX_STEPS round steps that includes `largest`. */
export function scaleFor(largest: number): Scale {
  const step = stepFor(Math.max(largest, 1))
  const count = Math.ceil(Math.max(largest, 1) / step)
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** The smallest of 1, 2, 5, 10, 20, 50, … that reaches `largest` in MAX_STEPS steps. */
function stepFor(largest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((step) => step * MAX_STEPS >= largest)
    if (step !== undefined) return step
  }
}
