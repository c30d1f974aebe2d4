import { html } from '../html.ts'
import { bookmarklet } from './bookmarklet.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'

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
      <div class="folds">
        ${fold(
          computer.heading,
          html`<p>${computer.drag}</p>
            <a class="button main bookmarklet" href="${bookmarklet(baseUrl)}" aria-describedby="share-here"
              >${computer.link}</a
            >
            <p class="hint" id="share-here">${computer.onlyDrag}</p>
            ${steps(computer.steps)}
            <details>
              <summary>${computer.withoutDragging}</summary>
              <p>${computer.withoutDraggingSteps}</p>
              ${code(bookmarklet(baseUrl), computer.code)}
            </details>`,
          { open: true },
        )}
        ${fold(android.heading, steps(android.steps))}
        ${fold(
          iphone.heading,
          html`<p>${iphone.lead}</p>
            ${steps(iphone.steps)} ${code(saveAddress, iphone.address)}`,
        )}
        ${fold(
          other.heading,
          html`<p>${other.text}</p>
            ${code(`${saveAddress}https%3A%2F%2Fexample.org%2F&title=An%20example`, other.address)}`,
        )}
      </div>
    </div>`,
  )
}

/** One way; the others close when it opens. */
function fold(heading: string, content: Fragment, { open }: { open?: true } = {}): Fragment {
  return html`<details name="way" ${attributes({ open })}>
    <summary class="icon-chevron"><h2>${heading}</h2></summary>
    <div class="fold">${content}</div>
  </details>`
}

function steps(sentences: string[]): Fragment {
  return html`<ol class="steps">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ol>`
}

function code(text: string, label: string): Fragment {
  return html`<pre dir="ltr" role="group" aria-label="${label}"><code>${text}</code></pre>`
}
