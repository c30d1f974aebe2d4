import { html } from '../html.ts'
import { bookmarklet } from './bookmarklet.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { allMessages } from '../messages/messages.ts'

export type ShareView = { person?: Person | undefined; baseUrl: string }

const messages = allMessages.share.how

/** How to save pages from a browser, a phone or anything else. */
export function sharePage({ person, baseUrl }: ShareView): Fragment {
  const { bookmarklet: computer, android, iphone, other } = messages
  const saveAddress = `${baseUrl}/save?url=`
  return layout(
    { title: messages.title, person },
    html`<div class="connect share">
      <h1>${messages.title}</h1>
      <p class="lead">${messages.lead}</p>
      <section aria-labelledby="share-computer">
        <h2 id="share-computer">${computer.heading}</h2>
        <p>${computer.drag}</p>
        <p>
          <a class="button main bookmarklet" href="${bookmarklet(baseUrl)}" aria-describedby="share-here"
            >${computer.link}</a
          >
        </p>
        <p class="hint" id="share-here">${computer.onlyDrag}</p>
        ${steps(computer.steps)}
        <details>
          <summary>${computer.withoutDragging}</summary>
          <p>${computer.withoutDraggingSteps}</p>
          ${code(bookmarklet(baseUrl), computer.code)}
        </details>
      </section>
      <section aria-labelledby="share-android">
        <h2 id="share-android">${android.heading}</h2>
        ${steps(android.steps)}
      </section>
      <section aria-labelledby="share-iphone">
        <h2 id="share-iphone">${iphone.heading}</h2>
        <p>${iphone.lead}</p>
        ${steps(iphone.steps)} ${code(saveAddress, iphone.address)}
      </section>
      <section aria-labelledby="share-other">
        <h2 id="share-other">${other.heading}</h2>
        <p>${other.text}</p>
        ${code(`${saveAddress}https%3A%2F%2Fexample.org%2F&title=An%20example`, other.address)}
      </section>
    </div>`,
  )
}

function steps(sentences: string[]): Fragment {
  return html`<ol class="steps">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ol>`
}

function code(text: string, label: string): Fragment {
  return html`<pre dir="ltr" role="group" aria-label="${label}"><code>${text}</code></pre>`
}
