import { html } from '../html.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import type { Search } from '../../queue/lists/search.ts'
import { actionForm, failedSubmission } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { noticeWithUndo } from '../parts/notice.ts'
import type { Notice } from '../../text/notice.ts'
import type { Person } from '../parts/person.ts'
import { SAVE_ID } from './sidebar.ts'

const messages = allMessages.queue.save

type SaveDialogOptions = { person: Person; search: Search | undefined; notice: Notice | undefined }

/** The dialog that saves one link or several. Where the input was refused it stands in the page, with what was typed. */
export function saveDialog({ person, search, notice }: SaveDialogOptions): Fragment {
  // Only these two lists show what was just saved.
  const returnTo = search?.filter.state === 'all' ? '/queue?state=all' : '/queue'
  const options = { formToken: person.formToken, returnTo, notice, itemId: undefined }
  const failed = failedSubmission(saveLink, options)
  return html`<div
    class="dialog save"
    id="${SAVE_ID}"
    role="dialog"
    aria-labelledby="save-heading"
    ${attributes({ popover: failed ? undefined : true, 'data-several': messages.several })}
  >
    <h2 id="save-heading">${messages.title}</h2>
    ${noticeWithUndo(failed, person, { returnTo })}
    ${actionForm(saveLink, {
      ...options,
      optionalFieldsLabel: messages.moreFields,
      expandedFields: ['tags'],
      label: messages.button,
      placeholders: { url: messages.placeholder },
      focus: 'url',
      // These fields are for agents and programs; a person has the note.
      hiddenFields: { reason: '', html: '' },
    })}
    <p class="hint">
      <a class="cancel" href="${returnTo}">${messages.cancel}</a>
      <a href="/share">${allMessages.share.save.saveFromAnywhere}</a>
    </p>
  </div>`
}
