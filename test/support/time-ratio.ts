import assert from 'node:assert/strict'

const MAX_TURNS = 20

type Work = () => unknown

/**
 * Asserts that work takes less than `limit` times as long as other work. Each counts by its fastest turn, since
 * whatever else the machine does slows single ones; turns go on until it holds. A base below `floor` milliseconds counts
 * as that long.
 */
export async function assertTimeRatio(
  what: string,
  limit: number,
  { work, base, floor = 0 }: { work: Work; base: Work; floor?: number },
): Promise<void> {
  let [shortest, baseTime] = [Infinity, Infinity]
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    baseTime = Math.min(baseTime, await timeOf(base))
    shortest = Math.min(shortest, await timeOf(work))
    if (shortest < limit * Math.max(baseTime, floor)) return
  }
  assert.fail(
    `${what}: ${shortest} ms, and the other ${baseTime} ms; less than ${limit} times as long was to be`,
  )
}

async function timeOf(work: Work): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
