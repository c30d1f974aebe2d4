import { html } from 'hono/html'
import { saveLink } from '../../queue/actions/save-link.ts'
import { saveLinks } from '../../queue/actions/save-links.ts'
import { actionForm, failedSubmission } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import type { Notice } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.save

/** The form that saves one link, with its optional fields and the form for several links collapsed. */
export function saveForms({ person, returnTo, notice }: SaveFormsOptions): Fragment {
  const options = { formToken: person.formToken, returnTo, notice }
  return html`<div class="save">
    ${actionForm(saveLink, {
      ...options,
      optionalFieldsLabel: messages.folded,
      label: messages.button,
      placeholders: { url: messages.placeholder },
    })}
    <details class="several" ${attributes({ open: failedSubmission(saveLinks, options) && true })}>
      <summary>${messages.several}</summary>
      ${actionForm(saveLinks, { ...options, style: 'main' })}
    </details>
  </div>`
}

type SaveFormsOptions = { person: Person; returnTo: string; notice: Notice | undefined }
