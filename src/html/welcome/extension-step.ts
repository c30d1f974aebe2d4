import { copyable } from '../connect/copyable.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { draggableBookmarklet } from '../save/bookmarklet.ts'
import type { WelcomeView } from './welcome-view.ts'

const messages = allMessages.welcome.extension

/** The extension where this service has a build of it, and what works in every browser. */
export function extensionStep(view: WelcomeView): Fragment {
  const { baseUrl } = view.connect
  return html`${view.builds.length > 0 && html`<div class="folds">${view.builds.map(download)}</div>`}
    <div class="by-bookmarklet">
      <h2>${messages.bookmarklet.title}</h2>
      <p>${messages.bookmarklet.text}</p>
      ${draggableBookmarklet(baseUrl)}
    </div>
    <a class="tile icon-plus" href="/share"
      ><span><strong>${messages.phone.title}</strong> <small>${messages.phone.text}</small></span></a
    >
    ${view.builds.length === 0 && howToGetExtension(view)}`
}

/** How the owner offers the extension; nobody else can. */
function howToGetExtension({ connect }: WelcomeView): Fragment | undefined {
  const { isOwner, baseUrl } = connect
  if (!isOwner) return undefined
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
