import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import { COLOURS, type Colour, MAX_NOTE_LENGTH } from '../../queue/highlights/highlight.ts'
import { actionPath } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { icon } from '../parts/icon.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.highlights.bar

/** What the page's script shows while text is selected, or for a highlight that was pressed. */
export function highlightBars(view: ReadingView): Fragment | undefined {
  const { article, item } = view
  if (!article || !highlightItem.isOffered(item)) return undefined
  return html`<div
    class="highlight-bars"
    ${attributes({
      'data-selected': messages.selected('#'),
      'data-at-paragraph': messages.atParagraph,
      'data-copied': messages.copied,
    })}
  >
    <p class="visually-hidden" role="status"></p>
    ${bar(view, {
      id: 'selection-bar',
      label: messages.selection,
      action: highlightItem,
      hidden: ['quote', 'prefix', 'suffix'],
      colours: messages.add,
    })}
    ${bar(view, {
      id: 'mark-bar',
      label: messages.highlight,
      action: editHighlight,
      hidden: ['highlight'],
      colours: messages.change,
    })}
  </div>`
}

type Bar = {
  id: string
  label: string
  action: ItemAction
  /** The fields that the script fills in. */
  hidden: string[]
  colours: Record<Colour, string>
}

function bar({ person, item, path }: ReadingView, { id, label, action, hidden, colours }: Bar): Fragment {
  const isNew = action === highlightItem
  return html`<form
    class="highlight-bar"
    id="${id}"
    method="post"
    action="${actionPath(action, item.id)}"
    aria-label="${label}"
    hidden
  >
    ${formTokenField(person.formToken)} ${returnField(path)}
    ${hidden.map((name) => html`<input type="hidden" name="${name}" />`)}
    <div class="tools">
      ${COLOURS.map(
        (colour) =>
          html`<button
            class="colour"
            name="colour"
            value="${colour}"
            data-colour="${colour}"
            title="${colours[colour]}"
            aria-label="${colours[colour]}"
          ></button>`,
      )}
      <button class="button tool note-open" type="button" aria-expanded="false" title="${messages.note}">
        ${icon('note')}<span class="label">${messages.note}</span>
      </button>
      <button class="button tool copy-text" type="button" title="${messages.copy}">
        ${icon('copy')}<span class="label">${messages.copy}</span>
      </button>
      <button class="button tool copy-link" type="button" title="${messages.copyLink}">
        ${icon('link')}<span class="label">${messages.copyLink}</span>
      </button>
      ${
        !isNew &&
        html`<button
          class="button tool"
          formaction="${actionPath(removeHighlight, item.id)}"
          title="${messages.remove}"
        >
          ${icon('trash')}<span class="label">${messages.remove}</span>
        </button>`
      }
      <button
        class="button tool close-bar"
        type="button"
        title="${messages.close}"
        aria-label="${messages.close}"
      >
        ×
      </button>
    </div>
    <div class="note-box" hidden>
      <textarea
        name="note"
        dir="auto"
        disabled
        maxlength="${MAX_NOTE_LENGTH}"
        aria-label="${messages.note}"
      ></textarea>
      <button class="button main">${messages.save}</button>
    </div>
  </form>`
}
