import { DEFAULT_APPEARANCE } from '../../accounts/appearance-settings.ts'
import { currentLanguage } from '../../text/language.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'
import { readerSettings } from '../reader/reader-settings.ts'
import { layout } from '../shell/layout.ts'

const messages = allMessages.guide

export const GUIDE_PATH = '/guide'

/** How the app works, as an article. */
export function guidePage(person: Person | undefined): Fragment {
  return layout(
    { title: messages.title, person },
    html`<div class="reader" ${readerSettings(person?.settings ?? DEFAULT_APPEARANCE)}>
      <article class="article-page" aria-labelledby="title">
        <header class="article-head"><h1 id="title">${messages.title}</h1></header>
        <div class="article">${messages.text}</div>
        ${person && guideTile(person.formToken, messages.keep, messages.keepText)}
      </article>
    </div>`,
  )
}

/** The same as a document of its own, which becomes an article of a queue. */
export function guideDocument(): Fragment {
  return html`<!doctype html>
    <html lang="${currentLanguage()}">
      <head>
        <title>${messages.title}</title>
      </head>
      <body>
        <article>
          <h1>${messages.title}</h1>
          ${messages.text}
        </article>
      </body>
    </html>`
}

/** Offers somebody new to begin with the guide. */
export function guideOffer(formToken: string): Fragment {
  return guideTile(formToken, messages.offer, messages.offerText)
}

/** Saves the guide to the queue and opens it there. */
function guideTile(formToken: string, title: string, text: string): Fragment {
  return html`<form class="guide-offer" method="post" action="${GUIDE_PATH}">
    ${formTokenField(formToken)}
    <button class="tile icon-bookmark">
      <span><strong>${title}</strong> <small>${text}</small></span>
    </button>
  </form>`
}
