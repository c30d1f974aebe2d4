import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fc from 'fast-check'
import { isoInstant } from '../../src/queue/model/iso-instant.ts'

/** The last instant that a Date can hold. */
const LAST = 8.64e15

it('An instant is formatted as Date does, in any year', () => {
  const near = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 })
  const any = fc.integer({ min: -LAST, max: LAST })
  fc.assert(
    fc.property(fc.oneof(near, any), (at) => assert.equal(isoInstant(at), new Date(at).toISOString())),
    { numRuns: 5000 },
  )
  // The first and last milliseconds of years, of leap days, and of what four digits can say.
  for (const text of ['0000-01-01', '1969-12-31', '1970-01-01', '2000-02-29', '2100-03-01', '9999-12-31']) {
    for (const time of ['00:00:00.000', '23:59:59.999'])
      assert.equal(isoInstant(Date.parse(`${text}T${time}Z`)), `${text}T${time}Z`)
  }
})

it('An instant beyond the range of Date is refused', () =>
  assert.throws(() => isoInstant(LAST + 1), RangeError))
