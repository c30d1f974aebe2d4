import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import type { Person } from '../parts/person.ts'
import { layout } from '../shell/layout.ts'

const messages = allMessages.exports
const { count } = allMessages.formats

/** Seconds after which the page of an export that runs is loaded again. */
const REFRESH = 2

export type ExportProgressView = {
  person: Person
  /** Undefined where none runs; without a total, or with more items than it, how many there will be is not known. */
  running: { written: number; total: number } | undefined
}

/** How many items of an export are written. */
export function exportProgressPage({ person, running }: ExportProgressView): Fragment {
  const head = running && html`<meta http-equiv="refresh" content="${REFRESH}" />`
  return layout(
    { title: messages.progress.title, person, current: 'account', width: 'narrow', ...(head && { head }) },
    html`<section class="panel">
      <h1 id="progress">${messages.progress.title}</h1>
      ${running ? bar(running) : html`<p>${messages.progress.none}</p>`}
      <p><a class="button quiet" href="/account#export-heading">${messages.progress.back}</a></p>
    </section>`,
  )
}

function bar({ written, total }: { written: number; total: number }): Fragment {
  const isKnown = total > 0 && written <= total
  return html`<div class="import-bar">
    <progress
      max="${Math.max(1, total)}"
      ${attributes({ value: isKnown ? written : undefined })}
      aria-labelledby="progress"
    ></progress>
    <p>
      ${isKnown ? messages.progress.of(count(written), count(total)) : messages.progress.soFar(count(written))}
    </p>
  </div>`
}
