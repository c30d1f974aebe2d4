import type { ImportTransition } from '../../library/control-import.ts'
import type { Import, ReportRow, WaitingRow } from '../../library/import.ts'
import type { Notice } from '../../text/notice.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { translated } from '../messages/sentences.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { radioCards } from '../parts/radio-cards.ts'
import type { Person } from '../parts/person.ts'
import { remoteImportSection } from './remote-import.ts'
import { layout } from '../shell/layout.ts'
import { importProgress, type ProgressView } from './import-progress.ts'

const messages = allMessages.imports
const { count } = allMessages.formats

export type ImportView = ProgressView & {
  person: Person
  notice: Notice | undefined
  /** The service or program that the file is of. */
  formatTitle: string
  /** The first rows that wait, and the first that were skipped. */
  waiting: WaitingRow[]
  skipped: ReportRow[]
  transitions: ImportTransition[]
}

/** Seconds after which a page of an import that goes on is loaded again. */
const REFRESH = 3

/** One import: what it will do, how far it is, or what became of it. */
export function importPage(view: ImportView): Fragment {
  const { person, notice, import: shown, formatTitle } = view
  const isMoving = ['reading', 'running', 'undoing'].includes(shown.state)
  return layout(
    {
      title: messages.title,
      person,
      current: 'account',
      ...(isMoving && { head: html`<meta http-equiv="refresh" content="${REFRESH}" />` }),
    },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <p class="back-link"><a href="/import">${messages.back}</a></p>
          <h1>${messages.of(html`<bdi>${shown.fileName}</bdi>`)}</h1>
          <p class="lead">${formatTitle} · ${messages.states[shown.state]}</p>
          ${shown.message !== null && html`<p class="notice mistake" role="alert">${translated(shown.message)}</p>`}
        </header>
        ${bodyOf(view, isMoving)} ${view.skipped.length > 0 && skippedRows(view)}
      </div>`,
  )
}

function bodyOf(view: ImportView, isMoving: boolean): Fragment {
  const { import: shown, person, notice, transitions } = view
  if (shown.state === 'ready') return preview(view)
  if (shown.source && (shown.state === 'reading' || shown.state === 'interrupted')) {
    return remoteImportSection(shown, shown.source, {
      formToken: person.formToken,
      notice,
      buttons: transitions.map(transitionButton),
    })
  }
  return progressOrResult(view, isMoving)
}

function preview(view: ImportView): Fragment {
  const { waiting } = view
  const { counts } = view.import
  const total = counts.new + counts.known
  const rest = total - waiting.length
  return html`<section aria-labelledby="preview">
      <h2 id="preview">${messages.preview.heading}</h2>
      <ul>
        ${total === 0 && html`<li>${messages.preview.nothing}</li>`}
        ${counts.new > 0 && html`<li>${messages.preview.new(counts.new)}</li>`}
        ${counts.known > 0 && html`<li>${messages.preview.known(counts.known)}</li>`}
        ${counts.merged > 0 && html`<li>${messages.preview.repeated(counts.merged)}</li>`}
        ${counts.skipped > 0 && html`<li>${messages.preview.skipped(counts.skipped)}</li>`}
      </ul>
      ${choices(view)}
    </section>
    ${
      waiting.length > 0 &&
      html`<section aria-labelledby="rows">
        <h2 id="rows">${messages.preview.rows}</h2>
        <ul class="rows">
          ${waiting.map(waitingRow)}
        </ul>
        ${rest > 0 && html`<p class="hint">${messages.preview.more(rest)}</p>`}
      </section>`
    }`
}

function waitingRow({ title, url, tags, folders }: WaitingRow): Fragment {
  return html`<li>
    <div>
      ${title !== null && html`<strong dir="auto">${title}</strong>`}
      <p class="hint"><bdi>${url}</bdi></p>
      ${
        tags.length + folders.length > 0 &&
        html`<p class="hint import-tags">
          ${folders.length > 0 && html`<span>${messages.preview.inFolder(html`<bdi>${folders.join(' / ')}</bdi>`)}</span>`}
          ${tags.map((tag) => html`<span>#<bdi>${tag}</bdi></span>`)}
        </p>`
      }
    </div>
  </li>`
}

function choices({ person, import: shown, transitions }: ImportView): Fragment {
  const { counts } = shown
  const { options } = messages
  return html`<form class="fields" method="post" action="/import/${shown.id}">
    ${formTokenField(person.formToken)}
    ${counts.inFolders > 0 && choice('folders', options.folders, { labels: options.folderChoices, chosen: shown.options.folders })}
    ${counts.unclear > 0 && choice('unclear', options.unclear(counts.unclear), { labels: options.unclearChoices, chosen: shown.options.unclear })}
    <div class="field">
      <label for="tag">${options.tag}</label>
      <input
        type="text"
        id="tag"
        name="tag"
        maxlength="50"
        dir="auto"
        autocomplete="off"
        value="${shown.options.tag ?? ''}"
        aria-describedby="tag-hint"
      />
      <p class="hint" id="tag-hint">${options.tagHint}</p>
    </div>
    <div class="buttons">${transitions.map(transitionButton)}</div>
  </form>`
}

function choice<Name extends string>(
  name: string,
  legend: string,
  { labels, chosen }: { labels: Record<Name, string>; chosen: Name },
): Fragment {
  const options = (Object.keys(labels) as Name[]).map((value) => ({ value, title: labels[value] }))
  return radioCards({ name, legend, options, chosen })
}

function transitionButton(transition: ImportTransition): Fragment {
  const isMain = transition === 'start' || transition === 'resume'
  return html`<button class="button ${isMain ? 'main' : 'quiet'}" name="transition" value="${transition}">
    ${messages.transitions[transition]}
  </button>`
}

function progressOrResult(view: ImportView, isMoving: boolean): Fragment {
  const { person, import: shown, transitions } = view
  return html`<section aria-labelledby="result">
    <h2 id="result">${isMoving ? messages.progress.heading : messages.result.heading}</h2>
    ${importProgress(view, isMoving)}
    <p>
      <a href="${queuePath(shown)}">${messages.result.see}</a> ·
      <a href="/import/${shown.id}/report.csv" download>${messages.result.report}</a>
    </p>
    ${
      transitions.length > 0 &&
      html`<form method="post" action="/import/${shown.id}">
        ${formTokenField(person.formToken)}
        ${transitions.includes('undo') && html`<p class="hint">${messages.result.undoText}</p>`}
        <div class="buttons">${transitions.map(transitionButton)}</div>
      </form>`
    }
  </section>`
}

function queuePath({ options: { tag } }: Import): string {
  return tag === null ? '/queue?state=all' : `/queue?state=all&tag=${encodeURIComponent(tag)}`
}

function skippedRows({ skipped, import: { counts } }: ImportView): Fragment {
  return html`<section aria-labelledby="skipped">
    <h2 id="skipped">${messages.skipped.heading}</h2>
    <ul class="rows">
      ${skipped.map(
        ({ number, url, title, reason }) =>
          html`<li>
            <div>
              <strong>${messages.skipped.row(count(number))}</strong>
              ${(title ?? url) !== null && html`<q><bdi>${title ?? url}</bdi></q>`}
              <p class="hint">${reason && messages.reasons[reason]}</p>
            </div>
          </li>`,
      )}
    </ul>
    ${counts.skipped > skipped.length && html`<p class="hint">${messages.skipped.more}</p>`}
  </section>`
}
