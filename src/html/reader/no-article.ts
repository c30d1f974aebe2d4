import { html } from 'hono/html'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { excerptOf } from '../items/item-facts.ts'
import { allWords } from '../words/words.ts'
import type { ReadingView } from './reading-view.ts'

const words = allWords.reader

/** Seconds after which a browser without scripts looks again whether the page is there. */
const REFRESH_NOTICE = 5

/** Whether the page of an item that has nothing to read yet is still on its way. */
export function isOnItsWay(view: ReadingView): boolean {
  return view.article === undefined && view.item.content.status === 'pending'
}

/** Lets a browser without scripts look again by itself; others are told by ours, without losing their place. */
export const refreshNotice: Fragment = html`<noscript
  ><meta http-equiv="refresh" content="${REFRESH_NOTICE}"
/></noscript>`

/** In the place of the article: why there is none, and what can be done about it. */
export function noArticle(view: ReadingView): Fragment {
  const { item } = view
  if (view.isTooComplex) return tooComplex(item)
  if (item.content.status === 'pending') return onItsWay(view)
  return item.content.status === 'failed' ? notFetched(view) : file(item)
}

/** A line above an article about fetching it anew, where there is something to say. */
export function refetchStatus({ content }: Item): Fragment | undefined {
  if (content.status === 'pending') return html`<p class="page-status">${words.refetching}</p>`
  if (content.reason === null) return undefined
  return html`<p class="page-status">${words.notRefetched} <span dir="auto">${content.reason}</span></p>`
}

function onItsWay({ item, path }: ReadingView): Fragment {
  return html`<section class="no-article" data-pending aria-labelledby="no-article">
    <h2 id="no-article">${words.pending.title}</h2>
    <p role="status">${words.pending.text}</p>
    ${excerptOf(item)}
    <p class="go-on">
      ${openPage(item, words.openPage)} <a class="button quiet" href="${path}">${words.pending.again}</a>
    </p>
  </section>`
}

function notFetched({ item, person, path }: ReadingView): Fragment {
  const use = { formToken: person.formToken, returnTo: path, itemId: item.id, look: 'quiet' } as const
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${words.failed.title}</h2>
    <p><span dir="auto">${item.content.reason ?? words.failed.unknown}</span></p>
    ${excerptOf(item)}
    <div class="go-on">
      ${openPage(item, words.openPage)} ${refetchItem.offered(item) && actionForm(refetchItem, use)}
    </div>
    <p>${words.failed.asSeen}</p>
    <ol class="steps">
      ${words.failed.asSeenSteps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p><a href="/queue">${words.failed.toQueue}</a></p>
  </section>`
}

function tooComplex(item: Item): Fragment {
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${words.tooComplex.title}</h2>
    <p>${words.tooComplex.text}</p>
    ${excerptOf(item)}
    <p class="go-on">${openPage(item, words.openPage)}</p>
  </section>`
}

function file(item: Item): Fragment {
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${words.file.title}</h2>
    <p>${words.file.text(item.content.type ?? words.file.unknown)}</p>
    ${excerptOf(item)}
    <p class="go-on">${openPage(item, words.openFile)}</p>
  </section>`
}

function openPage(item: Item, label: string): Fragment {
  return html`<a class="button main" href="${item.url}" rel="noopener noreferrer">${label}</a>`
}
