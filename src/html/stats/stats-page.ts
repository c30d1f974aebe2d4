import { html } from 'hono/html'
import { titleOf } from '../../queue/model/item.ts'
import type { Share, Stats, Unread, Week } from '../../queue/items/stats.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { displayName } from '../parts/agent-name.ts'
import { columnChart } from '../charts/column-chart.ts'
import { readingTime } from '../parts/duration.ts'
import { instant } from '../parts/instant.ts'
import { barChart } from '../charts/bar-chart.ts'
import { monthLabels } from '../charts/month-labels.ts'
import { allWords } from '../words/words.ts'

export type StatsView = { person: Person; now: number; stats: Stats }

const words = allWords.stats
const { count, short, day, span } = allWords.formats
const SERIES = [
  { kind: 'saved', label: words.saved },
  { kind: 'read', label: words.read },
] as const

/** What a person saved and read, as charts with their numbers. */
export function statsPage({ person, now, stats }: StatsView): Fragment {
  const { weeks, sites, savers, unread } = stats
  const content =
    sites.length === 0
      ? nothingYet()
      : html`${totals(unread, now)} ${savedAndRead(weeks)} ${timeRead(weeks)} ${bySite(sites)}
        ${bySaver(savers)}`
  return layout(
    { title: words.title, person, current: 'stats' },
    html`<div class="stats">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${content}
    </div>`,
  )
}

function nothingYet(): Fragment {
  return html`<div class="empty">
    <p class="first">${words.empty.first}</p>
    <p>${words.empty.next} <a href="/queue">${words.empty.link}</a></p>
  </div>`
}

function totals({ count: unread, minutes, unmeasured, averageAge, oldest }: Unread, now: number): Fragment {
  const totalsWords = words.totals
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
      ${total(totalsWords.minutes, html`<strong>${readingTime(minutes)}</strong> ${hint}`)}
      ${total(totalsWords.age, html`<strong>${span(averageAge)}</strong>`)}
      ${total(
        totalsWords.oldest,
        html`<a href="/queue/items/${oldest.id}" dir="auto" ${languageOf(oldest)}>${titleOf(oldest)}</a>
          <span class="hint">${allWords.queue.card.saved} ${instant(oldest.savedAt, now)}</span>`,
      )}
    </dl>`,
  )
}

function savedAndRead(weeks: Week[]): Fragment {
  const { title, week, description, none } = words.weeks
  const [saved, read] = [sumOf(weeks, 'saved'), sumOf(weeks, 'read')]
  if (saved + read === 0) return section('weeks', title, html`<p>${none}</p>`)
  return columnChart({
    id: 'weeks',
    title,
    description: description(count(saved), count(read)),
    series: [...SERIES],
    values: [weeks.map((week) => week.saved), weeks.map((week) => week.read)],
    labels: monthLabels(weeks),
    tick: short,
    table: {
      summary: words.asTable,
      head: [week, words.saved, words.read],
      rows: weeks.map((week) => [day(week.startsAt), count(week.saved), count(week.read)]),
    },
  })
}

/** From here on, the axis is in hours. */
const MANY_MINUTES = 180

function timeRead(weeks: Week[]): Fragment {
  const { title, head, description, none } = words.time
  const minutes = weeks.map((week) => week.minutes)
  const total = sumOf(weeks, 'minutes')
  if (total === 0) return section('time', title, html`<p>${none}</p>`)
  const isLong = Math.max(...minutes) >= MANY_MINUTES
  return columnChart({
    id: 'time',
    title,
    description: description(readingTime(total)),
    series: [{ kind: 'read', label: head }],
    values: [isLong ? minutes.map((value) => value / 60) : minutes],
    labels: monthLabels(weeks),
    tick: (value) => (isLong ? allWords.shell.hours(short(value)) : allWords.shell.minutes(value)),
    table: {
      summary: words.asTable,
      head: [words.weeks.week, head],
      rows: weeks.map((week) => [day(week.startsAt), readingTime(week.minutes)]),
    },
  })
}

function bySite(sites: Share[]): Fragment {
  const { title, site, description } = words.sites
  return shares('sites', { title, head: site, description, rows: sites })
}

function bySaver(savers: Stats['savers']): Fragment {
  const { title, saver, you, description, alone } = words.savers
  if (savers.every(({ name }) => name === null)) return section('savers', title, html`<p>${alone}</p>`)
  const rows = savers.map((share) => ({
    ...share,
    name: share.name === null ? you : displayName(share.name),
  }))
  return shares('savers', { title, head: saver, description, rows })
}

type Shares = { title: string; head: string; description: (name: string) => string; rows: Share[] }

function shares(id: string, { title, head, description, rows }: Shares): Fragment {
  const part = ({ saved, read }: Share) => words.percent(Math.round((read / saved) * 100))
  return barChart({
    id,
    title,
    description: description(rows[0]?.name ?? ''),
    series: [...SERIES],
    rows: rows.map((row) => ({
      name: row.name,
      whole: row.saved,
      part: row.read,
      valueLabel: words.readOf(part(row), short(row.saved)),
    })),
    table: {
      summary: words.asTable,
      head: [head, words.saved, words.read, words.readShare],
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
