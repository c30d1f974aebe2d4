import { html } from '../html.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { type Highlight, MAX_QUOTE_LENGTH } from '../../queue/highlights/highlight.ts'
import { actionPath, failedSubmission } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { colourChoice, colourOf, noteField } from '../highlights/highlight-parts.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { QuotedPassage } from '../../text/notice.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.highlights

/** The form that highlights a passage by its words. After an error it is open, with the submitted values. */
export function quoteForm(view: ReadingView): Fragment {
  const { item, person, path, notice } = view
  const failed = failedSubmission(highlightItem, { notice, itemId: item.id })
  const values = failed?.values ?? {}
  const { candidates = [] } = failed ?? {}
  const wrong = (name: string) =>
    describedBy(failed?.field === name, name === 'quote' ? 'quote-hint' : undefined)
  return html`<details class="add-highlight" id="add-highlight" ${attributes({ open: failed ? true : undefined })}>
    <summary>${messages.add.title}</summary>
    <form class="highlight-form" method="post" action="${actionPath(highlightItem, item.id)}">
      ${formTokenField(person.formToken)} ${returnField(path)}
      <div class="field">
        <label for="highlight-quote">${messages.quote}</label>
        <textarea${attributes({ id: 'highlight-quote', name: 'quote', dir: 'auto', required: true, maxlength: MAX_QUOTE_LENGTH, rows: 3, ...wrong('quote') })}>${values['quote'] ?? ''}</textarea>
        <p class="hint" id="quote-hint">${messages.add.hint}</p>
      </div>
      ${noteField('highlight-note', values['note'] ?? '')}
      ${colourChoice(colourOf(values['colour']), 'highlight-colour')}
      <button class="button main">${messages.add.button}</button>
    </form>
    ${candidates.length > 0 && candidateList(view, candidates, values)}
  </details>`
}

/** The passages that a quote may refer to, each with a button that highlights it. */
function candidateList(
  { item, person, path }: ReadingView,
  candidates: QuotedPassage[],
  { note = '', colour = '' }: Record<string, string>,
): Fragment {
  const title = candidates.length > 1 ? messages.candidates.severalTitle : messages.candidates.nearestTitle
  return html`<section class="candidates" aria-labelledby="candidates-title">
    <h3 id="candidates-title">${title}</h3>
    <ul>
      ${candidates.map(
        ({ quote, prefix, suffix }, index) =>
          html`<li>
            <p dir="auto" id="candidate-${index}">…${prefix}<strong>${quote}</strong>${suffix}…</p>
            <form method="post" action="${actionPath(highlightItem, item.id)}">
              ${formTokenField(person.formToken)} ${returnField(path)}
              ${Object.entries({ quote, prefix, suffix, note, colour: colourOf(colour) }).map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
              )}
              <button class="button quiet" aria-describedby="candidate-${index}">
                ${messages.candidates.choose}
              </button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`
}

/** The form that changes the note and the colour of a highlight. */
export function highlightForm({ item, person, path, notice }: ReadingView, highlight: Highlight): Fragment {
  const failed = failedSubmission(editHighlight, { notice, itemId: item.id })
  const note = failed?.values?.['note'] ?? highlight.note ?? ''
  return html`<section class="edit-highlight" id="edit-highlight" aria-labelledby="edit-highlight-title">
    <h3 id="edit-highlight-title">${messages.edit.title}</h3>
    <blockquote dir="auto">${highlight.exact}</blockquote>
    <form class="highlight-form" method="post" action="${actionPath(editHighlight, item.id)}">
      ${formTokenField(person.formToken)} ${returnField(path)}
      <input type="hidden" name="highlight" value="${highlight.id}" />
      ${noteField('edit-note', note)} ${colourChoice(highlight.colour, 'edit-colour')}
      <div class="button-row">
        <button class="button main">${messages.edit.button}</button>
        <a class="button quiet" href="${path}#note-${highlight.id}">${messages.edit.cancel}</a>
      </div>
    </form>
  </section>`
}
