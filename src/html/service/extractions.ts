import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { ServiceView } from './view.ts'

const messages = allMessages.service.extractions
const { choices } = allMessages.reader.wrongCopy

/** The sites whose pages are read in a chosen way for everybody. */
export function serviceExtractionSection({
  person,
  extractions,
  isRecentlyAuthenticated,
}: ServiceView): Fragment | undefined {
  if (extractions.length === 0) return undefined
  return html`<section aria-labelledby="extractions">
    <h2 id="extractions">${messages.heading}</h2>
    <p>${messages.text}</p>
    <ul class="rows">
      ${extractions.map(
        ({ site, extraction }) =>
          html`<li>
            <div>
              <strong><bdi>${site}</bdi></strong>
              <p>${choices[extraction]}</p>
            </div>
            ${
              isRecentlyAuthenticated &&
              html`<form method="post" action="/account/service/extractions/forget">
                ${formTokenField(person.formToken)}
                <input type="hidden" name="site" value="${site}" />
                <button class="button quiet">
                  ${messages.forget}<span class="visually-hidden"> ${site}</span>
                </button>
              </form>`
            }
          </li>`,
      )}
    </ul>
  </section>`
}
