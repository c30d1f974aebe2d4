import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { settingsSection } from './settings-section.ts'
import type { AccountView } from './view.ts'

const messages = allMessages.account.extractions
const { choices } = allMessages.reader.wrongCopy

/** How the pages of some sites are read, as the person chose while reading; the owner can make it everybody's. */
export function extractionSection({ person, now, extractions, isOwner }: AccountView): Fragment {
  return settingsSection({
    id: 'extractions',
    title: messages.heading,
    text: extractions.length === 0 ? messages.none : messages.text,
    content:
      extractions.length > 0 &&
      html`<ul class="rows">
        ${extractions.map(
          ({ site, extraction, chosenAt }) =>
            html`<li>
              <div>
                <strong><bdi>${site}</bdi></strong>
                <p>${choices[extraction]}</p>
                <p class="hint">${messages.since(relativeTime(chosenAt, now))}</p>
              </div>
              ${isOwner && siteForm('share', { formToken: person.formToken, site, label: messages.share })}
              ${siteForm('forget', { formToken: person.formToken, site, label: messages.forget })}
            </li>`,
        )}
      </ul>`,
  })
}

function siteForm(
  what: 'share' | 'forget',
  { formToken, site, label }: { formToken: string; site: string; label: string },
): Fragment {
  return html`<form method="post" action="/account/extractions/${what}">
    ${formTokenField(formToken)}
    <input type="hidden" name="site" value="${site}" />
    <button class="button quiet">${label}<span class="visually-hidden"> ${site}</span></button>
  </form>`
}
