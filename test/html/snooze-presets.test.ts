import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemRow } from '../../src/html/queue/item-row.ts'
import { doneMessage } from '../../src/html/actions/action-messages.ts'
import { snoozePresets } from '../../src/html/actions/snooze-presets.ts'
import { sampleItem } from './sample.ts'

const at = (text: string) => Date.parse(text)

test('the presets are tomorrow, the weekend and next week, at eight in the morning in the person’s time zone', () => {
  // A Wednesday in Berlin, where summer time ends at the weekend before the Monday.
  assert.deepEqual(snoozePresets(at('2026-10-21T20:00:00Z'), 'Europe/Berlin'), [
    { label: 'Tomorrow', until: '2026-10-22T06:00:00.000Z' },
    { label: 'Weekend', until: '2026-10-24T06:00:00.000Z' },
    { label: 'Next week', until: '2026-10-26T07:00:00.000Z' },
  ])
  // Still Wednesday in UTC, and Thursday in Auckland.
  assert.equal(
    snoozePresets(at('2026-10-21T20:00:00Z'), 'Pacific/Auckland')[0]?.until,
    '2026-10-22T19:00:00.000Z',
  )
  assert.equal(snoozePresets(at('2026-10-21T20:00:00Z'))[0]?.until, '2026-10-22T08:00:00.000Z')
})

test('every preset is in the future, on each day of the week', () => {
  for (let day = 19; day < 26; day++) {
    const now = at(`2026-10-${day}T12:00:00Z`)
    const [tomorrow, weekend, nextWeek] = snoozePresets(now).map(({ until }) => new Date(until))
    assert.equal(tomorrow!.getUTCDate(), day + 1)
    assert.deepEqual([weekend!.getUTCDay(), nextWeek!.getUTCDay()], [6, 1])
    for (const until of [weekend!, nextWeek!]) {
      const days = (until.getTime() - now) / 86_400_000
      assert.ok(days > 0 && days < 7, String(days))
    }
  }
})

test('the day until which an item is snoozed is in the person’s time zone, or the chosen date', () => {
  const messageFor = (until: string, zone: string) =>
    doneMessage('snooze-item', sampleItem({ snoozedUntil: at(until) }), zone)
  assert.equal(messageFor('2026-10-22T19:00:00Z', 'Pacific/Auckland'), 'Snoozed until Fri, 23 Oct 2026.')
  const item = sampleItem({ snoozedUntil: at('2026-10-22T19:00:00Z') })
  const options = {
    now: at('2026-10-20T12:00:00Z'),
    state: 'snoozed',
    list: '',
    timeZone: 'Pacific/Auckland',
  } as const
  assert.match(itemRow(item, options).pieces.join(''), />Fri, 23 Oct 2026</)
  assert.equal(messageFor('2026-12-24T00:00:00Z', 'America/New_York'), 'Snoozed until Thu, 24 Dec 2026.')
})
