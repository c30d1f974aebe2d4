import { html } from 'hono/html'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionForm, type ActionFormOptions } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { excerptOf } from '../items/item-parts.ts'
import { allWords } from '../words/words.ts'
import type { ReadingView } from './reading-view.ts'

const words = allWords.reader

const REFRESH_SECONDS = 5

/** Whether an item has no article yet because its page is still being fetched. */
export function isPending(view: ReadingView): boolean {
  return view.article === undefined && view.item.content.status === 'pending'
}

/** Reloads the page in browsers without scripts; in others the script does so, keeping the scroll position. */
export const refreshMeta: Fragment = html`<noscript
  ><meta http-equiv="refresh" content="${REFRESH_SECONDS}"
/></noscript>`

/** Shown instead of an article: why there is none, and what to do about it. */
export function noArticle(view: ReadingView): Fragment {
  const { item } = view
  if (view.isTooComplex) return tooComplexNote(item)
  if (item.content.status === 'pending') return pendingNote(view)
  return item.content.status === 'failed' ? failedNote(view) : fileNote(item)
}

/** Above an article: how fetching it again stands; undefined if there is nothing to say. */
export function refetchStatus({ content }: Item): Fragment | undefined {
  if (content.status === 'pending') return html`<p class="page-status">${words.refetching}</p>`
  if (content.reason === null) return undefined
  return html`<p class="page-status">${words.notRefetched} <span dir="auto">${content.reason}</span></p>`
}

function pendingNote({ item, path }: ReadingView): Fragment {
  return html`<section class="no-article" data-pending aria-labelledby="no-article">
    <h2 id="no-article">${words.pending.title}</h2>
    <p role="status">${words.pending.text}</p>
    ${excerptOf(item)}
    <p class="button-row">
      ${openPage(item, words.openPage)} <a class="button quiet" href="${path}">${words.pending.again}</a>
    </p>
  </section>`
}

function failedNote({ item, person, path }: ReadingView): Fragment {
  const options = {
    formToken: person.formToken,
    returnTo: path,
    itemId: item.id,
    style: 'quiet',
  } satisfies ActionFormOptions
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${words.failed.title}</h2>
    <p><span dir="auto">${item.content.reason ?? words.failed.unknown}</span></p>
    ${excerptOf(item)}
    <div class="button-row">
      ${openPage(item, words.openPage)} ${refetchItem.offered(item) && actionForm(refetchItem, options)}
    </div>
    <p>${words.failed.asSeen}</p>
    <ol class="steps">
      ${words.failed.asSeenSteps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p><a href="/queue">${words.failed.toQueue}</a></p>
  </section>`
}

function tooComplexNote(item: Item): Fragment {
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${words.tooComplex.title}</h2>
    <p>${words.tooComplex.text}</p>
    ${excerptOf(item)}
    <p class="button-row">${openPage(item, words.openPage)}</p>
  </section>`
}

function fileNote(item: Item): Fragment {
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${words.file.title}</h2>
    <p>${words.file.text(item.content.type ?? words.file.unknown)}</p>
    ${excerptOf(item)}
    <p class="button-row">${openPage(item, words.openFile)}</p>
  </section>`
}

function openPage(item: Item, label: string): Fragment {
  return html`<a class="button main" href="${item.url}" rel="noopener noreferrer">${label}</a>`
}
