import type { Import, RemoteSource } from '../../library/import.ts'
import type { Notice } from '../../text/notice.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField } from '../parts/form-token.ts'
import { continueForm } from './remote-library-forms.ts'

const messages = allMessages.imports.remoteLibrary

type Options = { formToken: string; notice: Notice | undefined; buttons: Fragment[] }

/** How far the links of a remote library were read, and what can be done where that stopped. */
export function remoteImportSection(
  { id, rowsTotal, state }: Import,
  { name, address }: RemoteSource,
  { formToken, notice, buttons }: Options,
): Fragment {
  return html`<section>
      <p>${messages.readSoFar(rowsTotal)}</p>
      ${state === 'reading' && html`<p class="hint">${messages.goesOn}</p>`}
      <form method="post" action="/import/${id}">
        ${formTokenField(formToken)}
        <div class="buttons">${buttons}</div>
      </form>
    </section>
    ${state === 'interrupted' && continueForm({ id, name, address }, formToken, notice)}`
}
