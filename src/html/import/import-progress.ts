import { MINUTE } from '../../ports/clock.ts'
import type { Import } from '../../library/import.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { relativeTime } from '../parts/instant.ts'

const messages = allMessages.imports
const { progress, result } = messages
const { count, span } = allMessages.formats

export type ProgressView = {
  now: number
  import: Import
  /** When it made its first change, where it goes on. */
  startedAt: number | undefined
}

/** How far an import is and when it may end, and what became of the rows so far. */
export function importProgress(view: ProgressView, isMoving: boolean): Fragment {
  const { now, import: shown } = view
  const { counts, state, endedAt } = shown
  const waiting = state === 'running' || state === 'paused' ? counts.new + counts.known : 0
  return html`${(isMoving || state === 'paused') && bar(view)}
    ${isMoving && html`<p class="hint">${messages.goesOn}</p>`}
    ${endedAt !== null && !isMoving && html`<p class="hint">${progress.ended(relativeTime(endedAt, now))}</p>`}
    <ul class="tally">
      <li>${result.added(counts.added)} <span class="hint">${result.addedHint}</span></li>
      ${counts.merged > 0 && html`<li>${result.merged(counts.merged)} <span class="hint">${result.mergedHint}</span></li>`}
      ${counts.highlights > 0 && html`<li>${result.highlights(counts.highlights)} <span class="hint">${result.highlightsHint}</span></li>`}
      ${counts.skipped > 0 && html`<li>${result.skipped(counts.skipped)} <span class="hint">${result.skippedHint}</span></li>`}
      ${waiting > 0 && html`<li>${progress.waiting(waiting)}</li>`}
    </ul>`
}

function bar({ now, startedAt, import: { state, position, rowsTotal } }: ProgressView): Fragment {
  const total = Math.max(1, rowsTotal)
  // How much of an undo is done is not known.
  const done = state === 'undoing' ? undefined : position
  const rest =
    startedAt === undefined || position === 0
      ? undefined
      : ((now - startedAt) / position) * (total - position)
  return html`<div class="import-bar">
    <progress max="${total}" ${attributes({ value: done })} aria-labelledby="result"></progress>
    ${
      done !== undefined &&
      html`<p>
        <strong>${progress.percent(count(Math.floor((done / total) * 100)))}</strong>
        ${progress.rows(count(done), count(rowsTotal))}
        ${rest !== undefined && html`<span>${rest < MINUTE ? progress.soon : progress.left(span(rest))}</span>`}
      </p>`
    }
  </div>`
}
