import { html } from '../html.ts'
import { bookmarklet, draggableBookmarklet } from './bookmarklet.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'

export type ShareView = { person?: Person | undefined; baseUrl: string }

const messages = allMessages.share.how

/** How to save pages from a browser, a phone or anything else. */
export function sharePage({ person, baseUrl }: ShareView): Fragment {
  const { bookmarklet: browser, android, iphone, other } = messages
  const saveAddress = `${baseUrl}/save?url=`
  return layout(
    { title: messages.title, person },
    html`<div class="connect share">
      <h1>${messages.title}</h1>
      <p class="lead">${messages.lead}</p>
      <div class="folds">
        ${accordionItem(
          browser.heading,
          html`<p>${browser.drag}</p>
            ${draggableBookmarklet(baseUrl)} ${steps(browser.steps)}
            <details>
              <summary>${browser.withoutDragging}</summary>
              <p>${browser.withoutDraggingSteps}</p>
              ${code(bookmarklet(baseUrl), browser.code)}
            </details>`,
          { open: true },
        )}
        ${accordionItem(android.heading, steps(android.steps))}
        ${accordionItem(
          iphone.heading,
          html`<p>${iphone.lead}</p>
            ${steps(iphone.steps)} ${code(saveAddress, iphone.address)}`,
        )}
        ${accordionItem(
          other.heading,
          html`<p>${other.text}</p>
            ${code(`${saveAddress}https%3A%2F%2Fexample.org%2F&title=An%20example`, other.address)}`,
        )}
      </div>
    </div>`,
  )
}

/** One way to save; the others close when it opens. */
function accordionItem(heading: string, content: Fragment, { open }: { open?: true } = {}): Fragment {
  return html`<details name="save-method" ${attributes({ open })}>
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
