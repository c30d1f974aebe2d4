import type { Engine } from '../test/support/service.ts'
import { print } from './compare.ts'
import { addResult } from './results.ts'
import { dropWordIndex, fillArticles, fillHistory, createWordIndex, vacuum } from './scale-fill.ts'
import { fillItems } from './scale-items.ts'
import { type BenchService, openBenchService, type BenchAccount } from './bench-service.ts'
import {
  type BenchRequest,
  CONDITIONS,
  DEEP_SEARCHES,
  LISTS,
  ORDERS,
  OTHERS,
  SEARCHES,
} from './scale-calls.ts'

const FEW = 1000
const MANY = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)
const ARTICLES = Number(process.env['BENCH_ARTICLES'] ?? 100_000)
/** Rounds per call; the first few warm up. */
const ROUNDS = 25
const WARM_UP = 3
/** Milliseconds; a call that takes longer is repeated less often. */
const PATIENCE = 4000

/** Measures how much slower a queue with a thousand times as many items is, and searches of many articles. */
export async function benchScale(): Promise<void> {
  const [, , , only] = process.argv
  for (const engine of ['sqlite', 'postgres'] as const) if (!only || only === engine) await scaleOn(engine)
}

async function scaleOn(engine: Engine): Promise<void> {
  const bench = await openBenchService(engine)
  try {
    const few = await bench.account('few', 0)
    const many = await bench.account('many', 1)
    const account = await bench.account('library', 2)
    await fill(bench, { few, many, account })
    print(`\n${engine}: ${FEW} and ${MANY} items, ms (p50 of ${FEW}, p50, worst, times)`)
    await compareCalls(bench, few, many)
    print(`\n${engine}: searches of ${ARTICLES} articles, ms (p50, worst)`)
    await timeSearches(bench, account)
  } finally {
    await bench.stop()
  }
}

async function fill(
  bench: BenchService,
  { few, many, account }: { few: BenchAccount; many: BenchAccount; account: BenchAccount },
): Promise<void> {
  const { once } = bench
  const step = (name: string, work: () => Promise<void>) =>
    once(name, async () => {
      const startedAt = performance.now()
      await work()
      print(`  filled ${name} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    })
  await step('without an index', () => dropWordIndex(bench))
  const shelves = [
    ['few', few, FEW],
    ['many', many, MANY],
    ['library', account, ARTICLES],
  ] as const
  for (const [name, person, count] of shelves) {
    await step(`items of ${name}`, () => fillItems(bench, person, count))
    await step(`history of ${name}`, () => fillHistory(bench, person, count))
  }
  await step('vacuum and analyse', () => vacuum(bench))
  await step('articles', () => fillArticles(bench, account))
  await step('with its index', () => createWordIndex(bench))
  await step('tidy', () => vacuum(bench))
}

/** Alternates between the calls of both accounts, after a change each time, so that no response comes from a cache. */
async function compareCalls(bench: BenchService, few: BenchAccount, many: BenchAccount): Promise<void> {
  const ratios: number[] = []
  const conditions: number[] = []
  for (const ask of [...LISTS, ...CONDITIONS, ...ORDERS, ...OTHERS]) {
    const small = await ask.prepare(bench, few, FEW)
    const large = await ask.prepare(bench, many, MANY)
    const [few25, many25] = [[] as number[], [] as number[]]
    const until = performance.now() + PATIENCE
    for (let round = -WARM_UP; round < ROUNDS && (round < 1 || performance.now() < until); round++) {
      await change(bench, few)
      const first = await timeOf(small)
      await change(bench, many)
      const second = await timeOf(large)
      if (round < 0) continue
      few25.push(first)
      many25.push(second)
    }
    const ratio = median(many25) / median(few25)
    if (LISTS.includes(ask)) ratios.push(ratio)
    else if (!OTHERS.includes(ask)) conditions.push(median(many25))
    print(
      `  ${ask.name.padEnd(34)} ${ms(median(few25))} ${ms(median(many25))} ${ms(Math.max(...many25))} ${ratio.toFixed(2).padStart(8)}`,
    )
  }
  addResult({
    work: `A list of ${MANY} on ${bench.engine}, time, median of shapes`,
    measured: median(ratios),
    atMost: 1.3,
  })
  addResult({
    work: `A condition or an order of ${MANY} on ${bench.engine}, the worst p50`,
    measured: Math.max(...conditions),
    unit: 'ms',
    atMost: 50,
  })
  addResult({ work: `The same, the worst shape`, measured: Math.max(...ratios), atMost: 1.3 })
}

async function change({ db }: BenchService, { accountId }: BenchAccount): Promise<void> {
  await db.run('UPDATE queues SET version = version + 1 WHERE account_id = ?', accountId)
}

async function timeSearches(bench: BenchService, account: BenchAccount): Promise<void> {
  const all: number[] = []
  for (const ask of [...SEARCHES, ...DEEP_SEARCHES]) {
    const call = await ask.prepare(bench, account, ARTICLES)
    const times: number[] = []
    const until = performance.now() + PATIENCE
    for (let round = -1; round < ROUNDS && (round < 1 || performance.now() < until); round++) {
      const time = await timeOf(call)
      if (round >= 0) times.push(time)
    }
    all.push(median(times))
    print(`  ${ask.name.padEnd(34)} ${ms(median(times))} ${ms(Math.max(...times))}`)
  }
  const atMost = bench.engine === 'sqlite' ? 25 : 50
  addResult({
    work: `A search of ${ARTICLES} articles on ${bench.engine}, p50`,
    measured: median(all),
    unit: 'ms',
    atMost,
  })
  addResult({ work: `The same, the worst of ${all.length}`, measured: Math.max(...all), unit: 'ms' })
}

async function timeOf(call: Awaited<ReturnType<BenchRequest['prepare']>>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

function ms(time: number): string {
  return time.toFixed(1).padStart(8)
}
