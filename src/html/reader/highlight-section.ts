import { html } from '../html.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import { MARK_ID_PREFIX } from '../../articles/insert-marks.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { actionPath } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { HIGHLIGHT_ACTS_FORM, highlightActsForm } from '../highlights/highlight-acts.ts'
import { highlightByline } from '../highlights/highlight-parts.ts'
import { languageOf } from '../items/item-parts.ts'
import { allMessages } from '../messages/messages.ts'
import { highlightForm, quoteForm } from './highlight-forms.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.highlights

/** More of them are on the same page at another address, which the page's script loads by itself. */
const MAX_LISTED = 20

/** The highlights of an article below it, each with its note, and what makes, changes and removes them without a script. */
export function highlightSection(view: ReadingView): Fragment {
  const { highlights, item, person, path } = view
  const { placed, lost, edited } = highlights
  const count = placed.length + lost.length
  const listed = highlights.isWhole ? placed : placed.slice(0, MAX_LISTED)
  const isOffered = highlightItem.isOffered(item)
  return html`<div class="highlights">
    ${
      (count > 0 || isOffered) &&
      html`<section id="highlights" aria-labelledby="highlights-title">
        <h2 id="highlights-title">
          ${messages.title}${count > 0 && html` <span class="count">${count}</span>`}
        </h2>
        ${edited && highlightForm(view, edited)}
        <div class="highlight-lists">
          ${count > 0 && highlightActsForm(person.formToken, path)}
          ${placed.length > 0 && highlightList(view, listed, true)}
          ${listed.length < placed.length && html`<p><a class="all-highlights" href="${allPath(path)}">${messages.all(count)}</a></p>`}
          ${lost.length > 0 && lostHighlights(view)}
        </div>
        ${isOffered && quoteForm(view)}
      </section>`
    }
  </div>`
}

/** Of the page with all highlights in its list. */
function allPath(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}highlights=all#highlights`
}

function lostHighlights(view: ReadingView): Fragment {
  return html`<section class="lost-highlights" aria-labelledby="lost-title">
    <h3 id="lost-title">${messages.lost.title}</h3>
    <p class="hint">${messages.lost.text}</p>
    ${highlightList(view, view.highlights.lost, false)}
  </section>`
}

function highlightList(view: ReadingView, highlights: Highlight[], isPlaced: boolean): Fragment {
  return html`<ul class="highlight-list">
    ${highlights.map((highlight) => entry(view, highlight, isPlaced))}
  </ul>`
}

function entry({ item, now, path }: ReadingView, highlight: Highlight, isPlaced: boolean): Fragment {
  const { id, exact, note, colour } = highlight
  const change = `${path}${path.includes('?') ? '&' : '?'}highlight=${id}#edit-highlight`
  const isChangeable = item.removedAt === null
  return html`<li id="note-${id}" data-colour="${colour}">
    <blockquote dir="auto" ${languageOf(item)}>
      ${isPlaced ? html`<a href="#${MARK_ID_PREFIX}${id}">${exact}</a>` : exact}
    </blockquote>
    ${note !== null && html`<p class="highlight-note" dir="auto">${note}</p>`}
    ${highlightByline(highlight, now)}
    ${
      isChangeable &&
      html`<p class="entry-tools">
        <a class="button plain change-highlight" href="${change}" aria-describedby="note-${id}"
          >${messages.change}</a
        >
        <button
          class="button plain"
          form="${HIGHLIGHT_ACTS_FORM}"
          formaction="${actionPath(removeHighlight, item.id)}"
          name="highlight"
          value="${id}"
          aria-describedby="note-${id}"
        >
          ${messages.remove}
        </button>
      </p>`
    }
  </li>`
}
