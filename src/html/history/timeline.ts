import { html } from 'hono/html'
import { DAY } from '../../ports/clock.ts'
import { dayOf } from '../../queue/history/day.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'
import { changesByAct } from './act.ts'
import { type HistoryRow, type ChangeViewOptions, READING_HINT } from './line.ts'

const words = allWords.history

export type TimelineView = ChangeViewOptions & {
  now: number
  rows: HistoryRow[]
  /** Where to go on, back in time, and from where it began; undefined where there is nothing. */
  older: string | undefined
  newest: string | undefined
  /** What is said where there is no line. */
  none: Fragment | string
}

/** Changes by day, the newest first. */
export function timeline(view: TimelineView): Fragment {
  const { rows, now, none } = view
  const days = [...Map.groupBy(rows, ({ change }) => dayOf(change.at))]
  const hasRead = rows.some(({ change }) => change.afterReading !== null)
  return html`${hasRead && html`<p class="remark" id="${READING_HINT}">${words.afterReadingHint}</p>`}
  ${
    rows.length === 0
      ? html`<div class="empty"><p class="first">${none}</p></div>`
      : days.map(
          ([day, rows]) =>
            html`<section class="day" aria-labelledby="day-${day}">
              <h2 id="day-${day}">${dayWords(day, now)}</h2>
              <ol>
                ${changesByAct(rows, view)}
              </ol>
            </section>`,
        )
  }
  ${pager(view)}`
}

function dayWords(day: number, now: number): string {
  const today = dayOf(now)
  return day === today ? words.today : day === today - DAY ? words.yesterday : allWords.formats.day(day)
}

function pager({ older, newest }: TimelineView): Fragment | undefined {
  if (older === undefined && newest === undefined) return undefined
  return html`<nav class="pager" aria-label="${words.pages}">
    ${newest !== undefined && html`<a class="button quiet" href="${newest}">← ${words.newest}</a>`}
    ${older !== undefined && html`<a class="button quiet older" rel="next" href="${older}">${words.older} →</a>`}
  </nav>`
}
