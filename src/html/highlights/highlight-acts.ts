import { html } from '../html.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { actionPath } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { itemPath } from '../items/item-path.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { icon } from '../parts/icon.ts'

const messages = allMessages.highlights

/** Of the one form that the buttons of all highlights of a page send. */
export const HIGHLIGHT_ACTS_FORM = 'highlight-forms'

export function highlightActsForm(formToken: string, returnTo: string): Fragment {
  return html`<form id="${HIGHLIGHT_ACTS_FORM}" method="post">
    ${formTokenField(formToken)} ${returnField(returnTo)}
  </form>`
}

/** What can be done to a highlight: beside it where there is room, else in a menu. */
export function highlightActs({ id, itemId }: Highlight): Fragment {
  return html`<button
      class="button plain open-acts"
      type="button"
      popovertarget="acts-${id}"
      aria-describedby="quote-${id}"
    >
      ${icon('more')}<span class="visually-hidden">${messages.acts}</span>
    </button>
    <div class="popup-menu highlight-acts" id="acts-${id}" popover>
      <a
        class="icon-note"
        title="${messages.change}"
        href="${itemPath(itemId)}?highlight=${id}#edit-highlight"
        aria-describedby="quote-${id}"
        >${messages.change}</a
      >
      <button
        class="icon-trash"
        title="${messages.remove}"
        form="${HIGHLIGHT_ACTS_FORM}"
        formaction="${actionPath(removeHighlight, itemId)}"
        name="highlight"
        value="${id}"
        aria-describedby="quote-${id}"
      >
        ${messages.remove}
      </button>
    </div>`
}
