import { html } from '../html.ts'
import { HOUR } from '../../ports/clock.ts'
import { titleOf } from '../../queue/model/item.ts'
import type { SavedAndRead, Stats, Unread, Week } from '../../queue/items/stats.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { displayName } from '../parts/agent-name.ts'
import { columnChart } from '../charts/column-chart.ts'
import { emptyBox, nextStep } from '../parts/empty-box.ts'
import { formatMinutes } from '../parts/format-minutes.ts'
import { relativeTime } from '../parts/instant.ts'
import { barChart } from '../charts/bar-chart.ts'
import { weekLabels } from '../charts/week-labels.ts'
import { allMessages } from '../messages/messages.ts'

export type StatsView = { person: Person; now: number; stats: Stats }

const messages = allMessages.stats
const { count, short, day, span } = allMessages.formats
const series = () => [
  { kind: 'saved' as const, label: messages.saved },
  { kind: 'read' as const, label: messages.read },
]

/** What a person saved and read, as charts with their numbers. */
export function statsPage({ person, now, stats }: StatsView): Fragment {
  const { sites, savers, unread } = stats
  const weeks = sinceFirst(stats.weeks)
  const content =
    sites.length === 0
      ? nothingYet()
      : html`${thisWeek(weeks)} ${totals(unread, now)} ${savedAndRead(weeks)} ${timeRead(weeks)}
        ${bySite(sites)} ${bySaver(savers)}`
  return layout(
    { title: messages.title, person, current: 'stats' },
    html`<div class="stats">
      <h1>${messages.title}</h1>
      <p class="lead">${messages.lead}</p>
      ${content}
    </div>`,
  )
}

/** So many weeks are shown of a new account. */
const FEWEST_WEEKS = 6

/** The weeks from the first in which something was saved or read. */
function sinceFirst(weeks: Week[]): Week[] {
  const first = weeks.findIndex(({ saved, read }) => saved + read > 0)
  return weeks.slice(Math.min(Math.max(first, 0), weeks.length - FEWEST_WEEKS))
}

function nothingYet(): Fragment {
  const { first: title, next: hint, link } = messages.empty
  return emptyBox({ icon: 'stats', title, hint, next: nextStep('/queue', link) })
}

/** What was read and saved since Monday, beside the week before. */
function thisWeek(weeks: Week[]): Fragment {
  const { title, time, before } = messages.thisWeek
  const [last, now] = weeks.slice(-2) as [Week, Week]
  const week = (name: string, member: Counted, format: (value: number) => string) =>
    total(
      name,
      html`<strong>${format(now[member])}</strong> <span class="hint">${before(format(last[member]))}</span>`,
    )
  return section(
    'this-week',
    title,
    html`<dl class="totals">
      ${week(messages.read, 'read', count)}
      ${last.minutes + now.minutes > 0 && week(time, 'minutes', formatMinutes)}
      ${week(messages.saved, 'saved', count)}
    </dl>`,
  )
}

function total(name: string, value: Fragment | string): Fragment {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function totals({ count: unread, minutes, unmeasured, averageAge, oldest }: Unread, now: number): Fragment {
  const totalsWords = messages.totals
  if (averageAge === null || !oldest)
    return section('totals', totalsWords.heading, html`<p>${totalsWords.none}</p>`)
  const hint = unmeasured > 0 && html`<span class="hint">${totalsWords.unmeasured(count(unmeasured))}</span>`
  return section(
    'totals',
    totalsWords.heading,
    html`<dl class="totals">
      ${total(totalsWords.unread, html`<strong>${count(unread)}</strong>`)}
      ${unmeasured < unread && total(totalsWords.minutes, html`<strong>${formatMinutes(minutes)}</strong> ${hint}`)}
      ${averageAge >= HOUR && total(totalsWords.age, html`<strong>${span(averageAge)}</strong>`)}
      ${total(
        totalsWords.oldest,
        html`<a href="/queue/items/${oldest.id}" dir="auto" ${languageOf(oldest)}>${titleOf(oldest)}</a>
          <span class="hint">${totalsWords.saved(relativeTime(oldest.savedAt, now))}</span>`,
      )}
    </dl>`,
  )
}

function savedAndRead(weeks: Week[]): Fragment {
  const { title, week, description, none } = messages.weeks
  const [saved, read] = [sumOf(weeks, 'saved'), sumOf(weeks, 'read')]
  if (saved + read === 0) return section('weeks', title, html`<p>${none}</p>`)
  return columnChart({
    id: 'weeks',
    title,
    description: description(count(saved), count(read)),
    series: series(),
    values: [weeks.map((week) => week.saved), weeks.map((week) => week.read)],
    labels: weekLabels(weeks),
    tick: short,
    table: {
      summary: messages.showNumbers,
      head: [week, messages.saved, messages.read],
      rows: weeks.map((week) => [day(week.startsAt), count(week.saved), count(week.read)]),
    },
  })
}

/** From here on, the axis is in hours. */
const MANY_MINUTES = 180

function timeRead(weeks: Week[]): Fragment | false {
  const { title, head, description } = messages.time
  const minutes = weeks.map((week) => week.minutes)
  const total = sumOf(weeks, 'minutes')
  if (total === 0) return false
  const isLong = Math.max(...minutes) >= MANY_MINUTES
  return columnChart({
    id: 'time',
    title,
    description: description(formatMinutes(total)),
    series: [{ kind: 'read', label: head }],
    values: [isLong ? minutes.map((value) => value / 60) : minutes],
    labels: weekLabels(weeks),
    tick: (value) => (isLong ? allMessages.shell.hours(short(value)) : allMessages.shell.minutes(value)),
    table: {
      summary: messages.showNumbers,
      head: [messages.weeks.week, head],
      rows: weeks.map((week) => [day(week.startsAt), formatMinutes(week.minutes)]),
    },
  })
}

/** More would say less. */
const MAX_SITES = 5

function bySite(sites: SavedAndRead[]): Fragment {
  const frequent = sites.filter(({ saved }) => saved > 1)
  const rows = (frequent.length > 0 ? frequent : sites).slice(0, MAX_SITES)
  return shares('sites', messages.sites, rows)
}

function bySaver(savers: Stats['savers']): Fragment | false {
  if (savers.every(({ name }) => name === null)) return false
  const rows = savers.map((share) => ({
    ...share,
    name: share.name === null ? messages.you : displayName(share.name),
  }))
  return shares('savers', messages.savers, rows)
}

/** A share of fewer says less than their number. */
const MIN_FOR_SHARE = 20

function shares(id: string, title: string, rows: SavedAndRead[]): Fragment {
  const part = ({ saved, read }: SavedAndRead) => messages.percent(Math.round((read / saved) * 100))
  return barChart({
    id,
    title,
    rows: rows.map((row) => ({
      name: row.name,
      whole: row.saved,
      part: row.read,
      valueLabel: messages.readOfSaved(
        row.saved < MIN_FOR_SHARE ? short(row.read) : part(row),
        short(row.saved),
      ),
    })),
  })
}

function section(id: string, title: string, content: Fragment): Fragment {
  return html`<section class="chart whole" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${title}</h2>
    ${content}
  </section>`
}

type Counted = 'saved' | 'read' | 'minutes'

function sumOf(weeks: Week[], member: Counted): number {
  return weeks.reduce((total, week) => total + week[member], 0)
}
