import assert from 'node:assert/strict'

const MAX_TURNS = 20

type Work = () => unknown

/**
 * Asserts that work takes less than `limit` times as long as other work. The fastest turn of
 * each counts, since other work on the machine slows single ones; turns go on until it holds. A base below `floor` milliseconds counts
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
    `${what}: ${shortest} ms, which is not less than ${limit} times ${Math.max(baseTime, floor)} ms`,
  )
}

async function timeOf(work: Work): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
