import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import type approximateSearch from 'approx-string-match'
import { nearestPassages } from '../../src/text/quote/approximate.ts'
import { findOccurrences } from '../../src/text/quote/find-occurrences.ts'
import { createQuoteFinder } from '../../src/text/quote/find-quote.ts'
import { normalise, normaliseInSteps } from '../../src/text/quote/normal-text.ts'
import type { Range } from '../../src/text/quote/quote.ts'
import { assertTimeRatio } from '../support/time-ratio.ts'

const { default: search } = createRequire(import.meta.url)('approx-string-match') as {
  default: typeof approximateSearch
}

/** The same numbers in each run. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Another implementation, over the whole text at once. */
function nearestAtOnce(text: string, quote: string, rate: number): { passages: Range[]; errors: number } {
  const matches = search(text, quote, Math.min(256, Math.floor(quote.length * rate)))
  const passages: Range[] = []
  for (const { start, end } of matches.toSorted((one, other) => one.start - other.start))
    if (start >= (passages.at(-1)?.end ?? 0)) passages.push({ start, end })
  return { passages, errors: matches[0]?.errors ?? 0 }
}

const letters = (number: (below: number) => number, length: number, kinds: number) =>
  Array.from({ length }, () => String.fromCharCode((number(9) === 0 ? 0x4e00 : 97) + number(kinds))).join('')

function withErrors(text: string, errors: number, number: (below: number) => number): string {
  let changed = text
  for (let count = 0; count < errors; count++) {
    const at = number(changed.length)
    changed = changed.slice(0, at) + ['', '#', `#${changed.charAt(at)}`][number(3)] + changed.slice(at + 1)
  }
  return changed
}

/** Milliseconds that this thread computed. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

describe('A quote that is looked for in turns', () => {
  it('is found where it is found at once, in random texts and in texts of repeats', async () => {
    const number = createNumbers(7)
    let found = 0
    for (let round = 0; round < 400; round++) {
      const kinds = [1, 2, 4, 26][round % 4]!
      const text = letters(number, 50 + number(1500), kinds)
      const start = number(text.length - 25)
      const passage = text.slice(start, start + 20 + number(200))
      const quote = withErrors(passage, number(Math.ceil(passage.length / 4)), number)
      const isTwice = number(2) === 0
      const whole = isTwice ? `${text}${withErrors(passage, number(3), number)}${text}` : text
      const { passages, errors } = await nearestPassages(whole, quote, 0.4)
      const expected = nearestAtOnce(whole, quote, 0.4)
      assert.deepEqual(passages, expected.passages, `round ${round}`)
      if (passages.length === 0) continue
      assert.equal(errors, expected.errors)
      found += 1
    }
    assert.ok(found > 300, String(found))
  })

  it('is found where one turn ends and the next begins', async () => {
    const number = createNumbers(11)
    // At some block of 32 characters each, a turn takes a few ten thousand characters of a text.
    const text = letters(number, 500_000, 26)
    for (let start = 150_000; start < 450_000; start += 49_963) {
      const quote = withErrors(text.slice(start, start + 600), 90, number)
      assert.deepEqual(
        (await nearestPassages(text, quote, 0.4)).passages,
        nearestAtOnce(text, quote, 0.4).passages,
      )
    }
  })

  it('is found letter by letter wherever it is, and in a text of repeats in no more time', async () => {
    const text = `${'ab'.repeat(200_000)}c${'ab'.repeat(200_000)}`
    assert.deepEqual(await findOccurrences(text, 'abc', 500), [399_998])
    assert.deepEqual(await findOccurrences('ananan bananan', 'anan', 500), [0, 8])
    assert.deepEqual(await findOccurrences('aaaaa', 'aa', 1), [0])
    const repeats = 'a'.repeat(2_000_000)
    const search = async (wanted: string) => assert.deepEqual(await findOccurrences(repeats, wanted, 500), [])
    await assertTimeRatio('a text of repeats', 50, {
      base: () => search('b'.repeat(10_000)),
      work: () => search(`${'a'.repeat(5000)}b${'a'.repeat(4999)}`),
    })
  })

  it('is compared with what stands around its places, one of an account at a time where these are many', async () => {
    const text = 'The heron waits. '.repeat(300)
    let slow = 0
    const finder = createQuoteFinder(`${text}The grebe dives.`, (work) => {
      slow += 1
      return work()
    })
    assert.equal((await finder.find({ exact: 'grebe', prefix: 'The ' })).kind, 'found')
    assert.equal(slow, 0)
    assert.equal((await finder.find({ exact: 'heron', prefix: 'A '.repeat(500) })).kind, 'ambiguous')
    assert.equal(slow, 1)
  })

  it('is compared with a long text that is read in turns as it is at once', async () => {
    const text = '“It’s” --- [not] cre\u0301me … '.repeat(20_000)
    assert.deepEqual(await normaliseInSteps(text), normalise(text))
  })

  it('keeps the event loop for a moment at a time', async (test) => {
    const number = createNumbers(3)
    const texts = {
      words: Array.from({ length: 60_000 }, () => letters(number, 4, 26)).join(' '),
      repeats: 'a'.repeat(200_000),
    }
    for (const [name, text] of Object.entries(texts)) {
      const exact = name === 'words' ? letters(number, 3000, 26) : `${'a'.repeat(2000)}${'b'.repeat(150)}`
      let turns = 0
      let longest = 0
      let last = ownTime()
      const startedAt = performance.now()
      let isOver = false
      const tick = () => {
        const now = ownTime()
        longest = Math.max(longest, now - last)
        last = now
        turns += 1
        if (!isOver) setImmediate(tick)
      }
      setImmediate(tick)
      const match = await createQuoteFinder(text)
        .find({
          exact,
          prefix: 'a'.repeat(900) + 'b'.repeat(100),
        })
        .finally(() => (isOver = true))
      const all = performance.now() - startedAt
      test.diagnostic(
        `${name}: ${match.kind}, ${all.toFixed()} ms, at most ${longest.toFixed()} ms at a time`,
      )
      assert.ok(turns > 20, `${name}: ${turns} turns`)
    }
  })
})
