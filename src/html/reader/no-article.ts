import { html } from '../html.ts'
import { refetchItem } from '../../queue/actions/refetch-item.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionForm, type ActionFormOptions } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { excerptOf } from '../items/item-parts.ts'
import { allMessages } from '../messages/messages.ts'
import { archivedCopyForm, brokenLink, brokenLinkText, hasBrokenLink } from './broken-link.ts'
import type { ReadingView } from './reading-view.ts'
import { translated } from '../messages/sentences.ts'

const messages = allMessages.reader

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
  const isFailed = !view.isTooComplex && view.item.content.status === 'failed'
  return isFailed ? failedNote(view) : html`${brokenLink(view)} ${otherNote(view)}`
}

function otherNote(view: ReadingView): Fragment {
  const { item } = view
  if (view.isTooComplex) return tooComplexNote(item)
  return item.content.status === 'pending' ? pendingNote(view) : fileNote(item)
}

/** Above an article: how fetching it again stands; undefined if there is nothing to say. */
export function refetchStatus({ item, path }: ReadingView): Fragment | undefined {
  const { content, extraction } = item
  if (content.status === 'pending') return extraction === null ? refetching() : rereadingNote(path)
  if (content.reason === null) return undefined
  if (extraction !== null)
    return html`<p class="page-status"><span dir="auto">${translated(content.reason)}</span></p>`
  return html`<p class="page-status">
    ${messages.refetchFailed} <span dir="auto">${translated(content.reason)}</span>
  </p>`
}

const refetching = (): Fragment => html`<p class="page-status">${messages.refetching}</p>`

/** Whoever asked for another extraction waits for it, so the page reloads once it is there. */
function rereadingNote(path: string): Fragment {
  return html`<p class="page-status" data-pending role="status">
    ${messages.rereading} <a href="${path}">${messages.checkAgain}</a>
  </p>`
}

function pendingNote({ item, path }: ReadingView): Fragment {
  return html`<section class="no-article" data-pending aria-labelledby="no-article">
    <h2 id="no-article">${messages.pending.title}</h2>
    <p role="status">${messages.pending.text}</p>
    ${excerptOf(item)}
    <p class="button-row">
      ${openPage(item, messages.openPage)}
      <a class="button quiet" href="${path}">${messages.pending.again}</a>
    </p>
  </section>`
}

function failedNote(view: ReadingView): Fragment {
  const { item, person, path } = view
  const isBroken = hasBrokenLink(view)
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${isBroken ? allMessages.links.title : messages.failed.title}</h2>
    <p>${isBroken ? brokenLinkText(view) : failureReason(item)}</p>
    ${excerptOf(item)}
    <div class="button-row">
      ${isBroken && archivedCopyForm(view, 'main')} ${failedButtons(view, isBroken)}
    </div>
    <details>
      <summary>${messages.failed.seen}</summary>
      <p>${messages.failed.saveAsSeen}</p>
      <ol class="steps">
        ${messages.failed.saveAsSeenSteps.map((step) => html`<li>${step}</li>`)}
      </ol>
      ${actionForm(saveLink, {
        formToken: person.formToken,
        returnTo: path,
        idPrefix: 'seen',
        hiddenFields: { url: item.url, title: '', tags: '', note: '', reason: '' },
        style: 'quiet',
        label: messages.failed.saveSource,
      })}
    </details>
  </section>`
}

function failureReason({ content }: Item): Fragment {
  return html`<span dir="auto"
    >${content.reason === null ? messages.failed.unknown : translated(content.reason)}</span
  >`
}

function failedButtons({ item, person, path }: ReadingView, isBroken: boolean): Fragment {
  const options = {
    formToken: person.formToken,
    returnTo: path,
    itemId: item.id,
    style: 'quiet',
  } satisfies ActionFormOptions
  return html`${openPage(item, messages.openPage, isBroken ? 'quiet' : 'main')}
  ${refetchItem.isOffered(item) && actionForm(refetchItem, options)}`
}

function tooComplexNote(item: Item): Fragment {
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${messages.tooComplex.title}</h2>
    <p>${messages.tooComplex.text}</p>
    ${excerptOf(item)}
    <p class="button-row">${openPage(item, messages.openPage)}</p>
  </section>`
}

function fileNote(item: Item): Fragment {
  return html`<section class="no-article" aria-labelledby="no-article">
    <h2 id="no-article">${messages.file.title}</h2>
    <p>${messages.file.text(item.content.type ?? messages.file.unknown)}</p>
    ${excerptOf(item)}
    <p class="button-row">${openPage(item, messages.openFile)}</p>
  </section>`
}

function openPage(item: Item, label: string, style = 'main'): Fragment {
  return html`<a class="button ${style}" href="${item.url}" rel="noopener noreferrer">${label}</a>`
}
