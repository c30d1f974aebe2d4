import { copyable } from '../connect/copyable.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { bookmarklet } from '../save/bookmarklet.ts'
import type { WelcomeView } from './welcome-view.ts'

const messages = allMessages.welcome.extension

/** The extension where this service has a build of it, and what works in every browser. */
export function extensionStep(view: WelcomeView): Fragment {
  const { baseUrl } = view.connect
  return html`${view.builds.length > 0 && html`<div class="folds">${view.builds.map(download)}</div>`}
    <div class="by-bookmarklet">
      <h2>${messages.bookmarklet.title}</h2>
      <p>${messages.bookmarklet.text}</p>
      <p>
        <a class="button quiet bookmarklet" href="${bookmarklet(baseUrl)}"
          >${allMessages.share.how.bookmarklet.link}</a
        >
      </p>
    </div>
    <h2>${messages.phone.title}</h2>
    <p>${messages.phone.text((text) => html`<a href="/share">${text}</a>`)}</p>
    ${view.builds.length === 0 && howToGetExtension(view)}`
}

function howToGetExtension({ connect }: WelcomeView): Fragment {
  const { isOwner, baseUrl } = connect
  if (!isOwner) return html`<p class="hint">${messages.askForBuild}</p>`
  return html`<div class="folds">
    <details>
      <summary class="icon-chevron">${messages.buildTitle}</summary>
      <div class="fold">
        <p>${messages.build}</p>
        ${copyable(`READING_QUEUE_ADDRESS=${baseUrl} npm run extension`)}
      </div>
    </details>
  </div>`
}

function download(browser: string): Fragment {
  const { title, steps } = messages.browsers[browser as keyof typeof messages.browsers]
  return html`<details>
    <summary class="icon-chevron">${title}</summary>
    <ol class="fold steps">
      <li><a href="/extension/${browser}.zip" download>${messages.download}</a></li>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </details>`
}
