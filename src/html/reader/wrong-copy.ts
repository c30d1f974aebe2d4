import { html } from '../html.ts'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import { type Item, shownExtractionOf } from '../../queue/model/item.ts'
import { EXTRACTION_CHOICES, type ExtractionChoice } from '../../settings/extraction-choice.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.reader.wrongCopy

/** Pages that can be read in several ways. */
const MARKUP = ['text/html', 'application/xhtml+xml']

/** What to do about a copy that is wrong: read the page another way, or save what the browser shows. */
export function wrongCopy(view: ReadingView): Fragment | undefined {
  const { item } = view
  if (item.content.status === 'pending' || item.removedAt !== null) return undefined
  return html`<details class="wrong-copy menu-part menu-links" id="wrong-copy">
    <summary class="icon-copy">${item.wordCount === null ? messages.titleOfMissing : messages.title}</summary>
    ${isMarkup(item) && refetchItem.isOffered(item) && readingForm(view)}
    ${item.wordCount !== null && captureAdvice(item)}
    <p class="hint">${messages.remembered((text) => html`<a href="/account#extractions">${text}</a>`)}</p>
  </details>`
}

/** An item that was never read has no type yet. */
function isMarkup({ content }: Item): boolean {
  return content.type === null || MARKUP.includes(content.type)
}

function readingForm({ item, person, path }: ReadingView): Fragment {
  const other = otherReadingOf(item)
  return html`<p>${messages.text}</p>
    <form class="account-form" method="post" action="/extractions">
      ${formTokenField(person.formToken)} ${returnField(path)}
      <input type="hidden" name="item" value="${item.id}" />
      <fieldset class="setting">
        <legend>${messages.legend}</legend>
        ${EXTRACTION_CHOICES.map((choice) => choiceLine(item, choice, choice === other))}
      </fieldset>
      <label class="choice"
        ><input type="checkbox" name="remember" value="true" /><span
          >${messages.remember(html`<bdi>${item.site}</bdi>`)}</span
        ></label
      >
      <button class="button quiet">${messages.button}</button>
    </form>`
}

function choiceLine(item: Item, choice: ExtractionChoice, isSuggested: boolean): Fragment {
  const checked = isSuggested || undefined
  return html`<label class="choice"
    ><input${attributes({ type: 'radio', name: 'extraction', value: choice, checked })} /><span
      >${messages.choices[choice]}${choice === shownExtractionOf(item) && html` <em>${messages.now}</em>`}
      <span class="hint">${messages.hints[choice]}</span></span
    ></label
  >`
}

/** Of the two extractions that are compared, the one that is not shown. */
function otherReadingOf({ snapshot, wordCount }: Item): ExtractionChoice {
  if (wordCount === null) return 'whole-page'
  return snapshot?.method === 'marked-article' ? 'main-text' : 'marked-article'
}

function captureAdvice(item: Item): Fragment {
  const page = (text: string) => html`<a href="${item.url}" rel="noopener noreferrer">${text}</a>`
  return html`<p>${messages.capture(page)}</p>`
}
