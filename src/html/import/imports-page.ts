import type { Import } from '../../library/import.ts'
import type { Notice } from '../../text/notice.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { describedBy } from '../parts/field.ts'
import { attributes } from '../parts/attributes.ts'
import { noticeBox } from '../parts/notice.ts'
import type { Person } from '../parts/person.ts'
import { remoteLibraryForms } from './remote-library-forms.ts'
import { layout } from '../shell/layout.ts'

const messages = allMessages.imports

export type ImportsView = { person: Person; now: number; notice: Notice | undefined; imports: Import[] }

/** Where a person uploads a library, and finds the imports before. */
export function importsPage({ person, now, notice, imports }: ImportsView): Fragment {
  const isWrong = notice?.kind === 'mistake' && notice.field === 'file'
  return layout(
    { title: messages.title, person, current: 'account' },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <h1>${messages.title}</h1>
          <p class="lead">${messages.lead}</p>
        </header>
        <div class="sections">
          <h2 id="from-file">${messages.fromFile}</h2>
          <div class="group">
            <section aria-labelledby="from-file">${uploadForm(person.formToken, isWrong)}</section>
          </div>
          ${remoteLibraryForms(person.formToken, notice)} ${imports.length > 0 && earlier(imports, now)}
        </div>
      </div>`,
  )
}

/** A file can be dropped on all of its field, whose own button and name are below the icon. */
function uploadForm(formToken: string, isWrong: boolean): Fragment {
  return html`<form class="upload" method="post" action="/import" enctype="multipart/form-data">
      ${formTokenField(formToken)}
      <div class="field">
        <label class="icon-download" for="file">${messages.file}</label>
        <input type="file" id="file" name="file" required ${attributes(describedBy(isWrong, 'file-hint'))} />
        <p class="hint" id="file-hint">${messages.hint}</p>
      </div>
      <button class="button main">${messages.upload}</button>
    </form>
    <p class="hint"><strong>${messages.services}</strong> ${messages.servicesText}</p>`
}

function earlier(imports: Import[], now: number): Fragment {
  return html`<h2 id="earlier">${messages.earlier}</h2>
    <div class="group">
      <section aria-labelledby="earlier">
        <ul class="rows">
          ${imports.map(
            ({ id, fileName, state, createdAt }) =>
              html`<li>
                <div>
                  <a class="name" href="/import/${id}"><bdi>${fileName}</bdi></a>
                  <p class="hint">${messages.states[state]} · ${relativeTime(createdAt, now)}</p>
                </div>
              </li>`,
          )}
        </ul>
        <p class="hint">${messages.retention}</p>
      </section>
    </div>`
}
