import { html } from '../html.ts'
import { dayIn, type TimeZone, UTC } from '../../text/time-zone.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { emptyBox } from '../parts/empty-box.ts'
import { type Pages, pager } from '../parts/pager.ts'
import { type HistoryRow, type ChangeViewOptions, READING_HINT } from './change-list-item.ts'
import { groupedChanges } from './successive-acts.ts'

const messages = allMessages.history

export type ChangeListView = ChangeViewOptions &
  Pages & {
    now: number
    rows: HistoryRow[]
    /** Shown if there are no changes. */
    emptyText: string
    emptyHint?: string | undefined
    emptyNext?: Fragment | undefined
  }

/** Changes by day of the person's time zone, newest first. */
export function changeList(view: ChangeListView): Fragment {
  const { rows, now, person } = view
  const options = { ...view, undosOfShownChanges: undosOfShownChanges(rows) }
  const { timeZone = UTC } = person
  const days = [...Map.groupBy(rows, ({ change }) => dayIn(timeZone, change.at).start)]
  const hasRead = rows.some(({ change }) => change.afterReading !== null)
  return html`${hasRead && html`<p class="remark" id="${READING_HINT}">${messages.afterReadingHint}</p>`}
  ${
    rows.length === 0
      ? emptyBox({ icon: 'activity', title: view.emptyText, hint: view.emptyHint, next: view.emptyNext })
      : days.map(
          ([day, rows]) =>
            html`<section class="day" aria-labelledby="day-${day}">
              <h2 id="day-${day}">${dayTitle(day, now, timeZone)}</h2>
              <ol>
                ${groupedChanges(rows, options)}
              </ol>
            </section>`,
        )
  }
  ${pager(messages.pages, view)}`
}

/** Where one undo did not cover all of a change, each undo has its own button. */
function undosOfShownChanges(rows: HistoryRow[]): Set<number> {
  const whole = new Set(rows.flatMap(({ change }) => (change.undoneFields === null ? [change.sequence] : [])))
  return new Set(
    rows.flatMap(({ change }) =>
      change.undoes !== null && whole.has(change.undoes) ? [change.sequence] : [],
    ),
  )
}

function dayTitle(day: number, now: number, timeZone: TimeZone): string {
  const today = dayIn(timeZone, now).start
  if (day === today) return messages.today
  if (day === dayIn(timeZone, today - 1).start) return messages.yesterday
  return allMessages.formats.day(day, timeZone)
}
