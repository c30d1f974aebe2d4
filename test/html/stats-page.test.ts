import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weekLabels } from '../../src/html/charts/week-labels.ts'
import { formatMinutes } from '../../src/html/parts/format-minutes.ts'
import { allMessages } from '../../src/html/messages/messages.ts'
import { scaleFor } from '../../src/html/charts/scale.ts'
import { statsPage } from '../../src/html/stats/stats-page.ts'
import { DAY, HOUR, MINUTE } from '../../src/ports/clock.ts'
import type { Stats } from '../../src/queue/items/stats.ts'
import { NOW, person, sampleItem } from './sample.ts'

const WEEK = 7 * DAY
const FIRST = Date.UTC(2026, 4, 25)

/** 26 weeks, of which only the last two are busy. */
const weeks = Array.from({ length: 26 }, (_, index) => ({
  startsAt: FIRST + index * WEEK,
  saved: index === 24 ? 1234 : 0,
  read: index === 25 ? 2 : 0,
  minutes: index === 25 ? 200 : 0,
}))
const none = { count: 0, minutes: 0, unmeasured: 0, averageAge: null, oldest: null }
const sample: Stats = {
  weeks,
  sites: [{ name: 'example.org', saved: 4, read: 1 }],
  savers: [
    { name: null, saved: 3, read: 1 },
    { name: 'Claude', saved: 1, read: 0 },
  ],
  unread: { count: 3, minutes: 125, unmeasured: 1, averageAge: 3 * DAY, oldest: sampleItem() },
}
const rendered = (stats: Stats) => String(statsPage({ person, now: NOW, stats }))
const textOf = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('each chart by week is an image with a name and description, and a table with the same numbers', () => {
  const page = rendered(sample)
  assert.equal(page.match(/<figure/g)?.length, 4)
  for (const id of ['weeks', 'time']) {
    assert.match(page, new RegExp(`role="img"\\s+aria-labelledby="${id}-heading ${id}-description"`))
    assert.ok(page.includes(`id="${id}-heading"`) && page.includes(`<desc id="${id}-description">`))
  }
  assert.equal(page.match(/<table>/g)?.length, 2)
  const text = textOf(page)
  for (const messages of [
    '9 Nov 2026 1,234 0',
    '16 Nov 2026 0 2',
    '16 Nov 2026 3 h 20 min',
    'Reading time 2 h 5 min plus 1 of unknown length',
    'Average wait 3 days',
  ]) {
    assert.ok(text.includes(messages), messages)
  }
})

test('sites and savers are lists of names and numbers, with bars once something was read', () => {
  const chartOf = (page: string, id: string) =>
    new RegExp(`<figure class="chart" aria-labelledby="${id}-heading">[^]*?</figure>`).exec(page)![0]
  const page = rendered(sample)
  assert.match(textOf(chartOf(page, 'sites')), /Sites example\.org 1 of 4 read/)
  const read = chartOf(page, 'savers')
  assert.match(textOf(read), /You 1 of 3 read Claude 0 of 1 read/)
  assert.deepEqual(
    [...read.matchAll(/<rect\s+class="(\w+)"\s+width="([\d.]+%)"/g)].map(([, kind, width]) => [kind, width]),
    [
      ['saved', '100%'],
      ['read', '33.33%'],
      ['saved', '33.33%'],
    ],
  )
  const savers = sample.savers.map((saver) => ({ ...saver, read: 0 }))
  const unread = chartOf(rendered({ ...sample, savers }), 'savers')
  assert.doesNotMatch(unread, /<svg/)
  assert.match(textOf(unread), /You 0 of 3 read/)
})

test('what was read this week comes first, beside the week before', () => {
  const last = { startsAt: 0, saved: 1200, read: 3, minutes: 90 }
  const page = rendered({ ...sample, weeks: [...weeks.slice(0, 24), last, weeks[25]!] })
  const headings = [...page.matchAll(/<h2 id="([\w-]+)-heading"/g)].map(([, id]) => id)
  assert.deepEqual(headings.slice(0, 2), ['this-week', 'totals'])
  assert.match(
    textOf(page),
    /This week Read 2 3 last week Reading time 3 h 20 min 1 h 30 min last week Saved 0 1,200 last week/,
  )
})

test('an empty page says what will be here', () => {
  const quiet = weeks.map((week) => ({ ...week, saved: 0, read: 0, minutes: 0 }))
  const empty = rendered({ weeks: quiet, sites: [], savers: [], unread: none })
  assert.match(empty, /No statistics yet/)
  assert.doesNotMatch(empty, /<figure|<table/)
  const old = textOf(
    rendered({ ...sample, weeks: quiet, savers: [{ name: null, saved: 4, read: 1 }], unread: none }),
  )
  for (const messages of ['Nothing is unread', 'Nothing was saved or read'])
    assert.ok(old.includes(messages), messages)
  assert.doesNotMatch(old, /Reading time|Saved by/)
})

test('sites have a chart of those that more than one item is from, else of the first five, and never more than five', () => {
  const single = Array.from({ length: 8 }, (_, index) => ({
    name: `site${index}.example`,
    saved: 1,
    read: 0,
  }))
  const shown = (sites: Stats['sites']) => [
    ...new Set(rendered({ ...sample, sites }).match(/site\d\.example/g)),
  ]
  assert.equal(shown(single).length, 5)
  assert.deepEqual(shown([{ name: 'site9.example', saved: 2, read: 0 }, ...single]), ['site9.example'])
  assert.equal(shown(single.map((site) => ({ ...site, saved: 2 }))).length, 5)
})

test('a new account sees ages and reading times once there are any', () => {
  const unread = { count: 2, minutes: 0, unmeasured: 2, averageAge: 20 * MINUTE, oldest: sampleItem() }
  const quiet = weeks.map((week) => ({ ...week, minutes: 0 }))
  const text = textOf(rendered({ ...sample, weeks: quiet, unread }))
  assert.match(text, /Unread 2/)
  assert.doesNotMatch(text, /Average wait|plus 2 of unknown/)
  assert.match(
    textOf(rendered({ ...sample, unread: { ...unread, averageAge: HOUR } })),
    /Average wait 1 hour/,
  )
})

test('names from outside are text', () => {
  const name = '<script>alert(1)</script>'
  const page = rendered({
    ...sample,
    savers: [{ name: `${name}\u202e`, saved: 1, read: 0 }],
  })
  assert.doesNotMatch(page, /<script(?! type="module" src="\/assets\/)|\u202e/)
  assert.ok(page.includes('&lt;script&gt;'))
})

test('a page of charts has no inline style and no inline script', () => {
  assert.doesNotMatch(rendered(sample), /<script(?! type="module" src="\/assets\/)|<style|\sstyle=|\son\w+=/)
})

test('a scale ends at a round number above all values', () => {
  assert.deepEqual(scaleFor(0), { max: 1, ticks: [0, 1] })
  assert.deepEqual(scaleFor(4), { max: 4, ticks: [0, 1, 2, 3, 4] })
  assert.deepEqual(scaleFor(5), { max: 6, ticks: [0, 2, 4, 6] })
  assert.deepEqual(scaleFor(74), { max: 80, ticks: [0, 20, 40, 60, 80] })
  assert.deepEqual(scaleFor(100_000), { max: 100_000, ticks: [0, 50_000, 100_000] })
})

test('months are named below their first week, where there is room beside the name of the last week', () => {
  assert.deepEqual(
    weekLabels(weeks).flatMap((label, index) => (label === undefined ? [] : [[index, label]])),
    [
      [1, 'Jun'],
      [6, 'Jul'],
      [10, 'Aug'],
      [15, 'Sep'],
      [25, 'This week'],
    ],
  )
})

test('the weeks of a new account begin with its first, and are labelled by dates', () => {
  const rows = (busy: number) => {
    const only = weeks.map((week, index) => ({ ...week, saved: index >= busy ? 3 : 0, read: 0, minutes: 0 }))
    return rendered({ ...sample, weeks: only }).match(/<th scope="row">\d+ \w+ 2026<\/th>/g)?.length
  }
  assert.deepEqual([rows(0), rows(10), rows(24)], [26, 16, 6])
  assert.deepEqual(
    weekLabels(weeks.slice(-6)).filter((label) => label !== undefined),
    ['19 Oct', '2 Nov', 'This week'],
  )
})

test('durations are formatted in suitable units', () => {
  assert.deepEqual([0, 59, 60, 200, 6001].map(formatMinutes), [
    '0 min',
    '59 min',
    '1 h',
    '3 h 20 min',
    '100 h',
  ])
  assert.deepEqual([MINUTE, HOUR, 47 * HOUR, 2 * DAY, 1234 * DAY].map(allMessages.formats.span), [
    '1 minute',
    '1 hour',
    '47 hours',
    '2 days',
    '1,234 days',
  ])
})
