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
import { instant } from '../parts/instant.ts'
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
      : html`${totals(unread, now)} ${savedAndRead(weeks)} ${timeRead(weeks)} ${bySite(sites)}
        ${bySaver(savers)}`
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

function totals({ count: unread, minutes, unmeasured, averageAge, oldest }: Unread, now: number): Fragment {
  const totalsWords = messages.totals
  if (averageAge === null || !oldest)
    return section('totals', totalsWords.heading, html`<p>${totalsWords.none}</p>`)
  const hint = unmeasured > 0 && html`<span class="hint">${totalsWords.unmeasured(count(unmeasured))}</span>`
  const total = (name: string, value: Fragment | string) => {
    return html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`
  }
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
          <span class="hint">${totalsWords.saved} ${instant(oldest.savedAt, now)}</span>`,
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

function timeRead(weeks: Week[]): Fragment {
  const { title, head, description, none } = messages.time
  const minutes = weeks.map((week) => week.minutes)
  const total = sumOf(weeks, 'minutes')
  if (total === 0) return section('time', title, html`<p>${none}</p>`)
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

function bySite(sites: SavedAndRead[]): Fragment {
  const { title, site, description } = messages.sites
  return shares('sites', { title, head: site, description, rows: sites })
}

function bySaver(savers: Stats['savers']): Fragment {
  const { title, saver, you, description, savedAllYourself } = messages.savers
  if (savers.every(({ name }) => name === null))
    return section('savers', title, html`<p>${savedAllYourself}</p>`)
  const rows = savers.map((share) => ({
    ...share,
    name: share.name === null ? you : displayName(share.name),
  }))
  return shares('savers', { title, head: saver, description, rows })
}

type Shares = { title: string; head: string; description: (name: string) => string; rows: SavedAndRead[] }

function shares(id: string, { title, head, description, rows }: Shares): Fragment {
  const part = ({ saved, read }: SavedAndRead) => messages.percent(Math.round((read / saved) * 100))
  return barChart({
    id,
    title,
    description: description(rows[0]?.name ?? ''),
    series: series(),
    rows: rows.map((row) => ({
      name: row.name,
      whole: row.saved,
      part: row.read,
      valueLabel: messages.readOfSaved(part(row), short(row.saved)),
    })),
    table: {
      summary: messages.showNumbers,
      head: [head, messages.saved, messages.read, messages.readShare],
      rows: rows.map((row) => [html`<bdi>${row.name}</bdi>`, count(row.saved), count(row.read), part(row)]),
    },
  })
}

function section(id: string, title: string, content: Fragment): Fragment {
  return html`<section class="chart" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${title}</h2>
    ${content}
  </section>`
}

function sumOf(weeks: Week[], member: 'saved' | 'read' | 'minutes'): number {
  return weeks.reduce((total, week) => total + week[member], 0)
}
