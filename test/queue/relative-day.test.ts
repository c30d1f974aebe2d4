import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseRelativeDay } from '../../src/queue/model/instant-text.ts'

/** The day that is meant, by somebody who says it at some time, of the past or the future. */
function dayOf(text: string, message: string, isAhead: boolean): string | undefined {
  const at = parseRelativeDay(text, Date.parse(message), isAhead)
  return at === undefined ? undefined : new Date(at).toISOString().replace('T00:00:00.000Z', '')
}

// 31 March 2028, a Friday, in a leap year.
const SAID = '2028-03-31T18:00:00Z'
const MEANT: [text: string, before: string | undefined, ahead: string | undefined][] = [
  ['today', '2028-03-31', '2028-03-31'],
  ['yesterday', '2028-03-30', '2028-03-30'],
  ['3d', '2028-03-28', '2028-04-03'],
  ['2w', '2028-03-17', '2028-04-14'],
  ['1m', '2028-02-29', '2028-04-30'],
  ['13M', '2027-02-28', '2029-04-30'],
  ['2y', '2026-03-31', '2030-03-31'],
  ['thursday', '2028-03-30', '2028-04-06'],
  ['Friday', '2028-03-24', '2028-04-07'],
  ['saturday', '2028-03-25', '2028-04-01'],
  ['soon', undefined, undefined],
  ['2h', undefined, undefined],
  ['constructor', undefined, undefined],
]
for (const [text, before, ahead] of MEANT) {
  it(`A day that is named from now: ${text}`, () => {
    assert.deepEqual([dayOf(text, SAID, false), dayOf(text, SAID, true)], [before, ahead])
  })
}
