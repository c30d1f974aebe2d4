import { html, raw } from '../html.ts'
import { DEFAULT_APPEARANCE } from '../../accounts/appearance-settings.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { stateOf } from '../../queue/model/states.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { itemPath } from '../items/item-path.ts'
import { listenBar } from '../listen/listen-bar.ts'
import { allMessages } from '../messages/messages.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { fontPreloadLinks } from '../parts/font-preload-links.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import { sidebarContents, collapsedContents } from './contents.ts'
import { articleEnd } from './article-end.ts'
import { brokenLink } from './broken-link.ts'
import { highlightBars } from './highlight-bars.ts'
import { highlightSection } from './highlight-section.ts'
import { itemHeader } from './item-header.ts'
import { isPending, refreshMeta, noArticle, refetchStatus } from './no-article.ts'
import {
  type Article,
  formOptions,
  type HighlightsView,
  type LinkView,
  type OpenedList,
  type ReadingView,
} from './reading-view.ts'
import { morePanel } from './more-actions.ts'
import { panels } from './panels.ts'
import { readerSettings } from './reader-settings.ts'
import { requestSection } from './request-section.ts'
import { toolbar } from './toolbar.ts'
import { wrapTables } from './wrap-tables.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.reader

export type ItemView = {
  person: Person
  now: number
  item: Item
  /** The name of its site's icon, where it has one. */
  siteIcon?: string | undefined
  article?: Article | 'too-complex' | undefined
  highlights?: HighlightsView | undefined
  /** By default the queue, with nothing beside the item. */
  list?: OpenedList | undefined
  /** Given where the link is broken. */
  link?: LinkView | undefined
  notice?: Notice | undefined
}

const QUEUE: OpenedList = {
  filter: { state: 'unread' },
  query: '',
  path: '/queue',
  previous: undefined,
  next: undefined,
}

/** The page of an item: its article, and below it the item's details and actions. */
export function itemPage({
  person,
  now,
  item,
  siteIcon,
  highlights = { placed: [], lost: [] },
  list = QUEUE,
  link,
  notice,
  ...more
}: ItemView): Fragment {
  const path = itemPath(item.id, list.query)
  const settings = person.settings ?? DEFAULT_APPEARANCE
  const isTooComplex = more.article === 'too-complex'
  const article = more.article === 'too-complex' ? undefined : more.article
  const state = stateOf(item)
  const view = {
    person,
    settings,
    now,
    item,
    siteIcon,
    state,
    article,
    isTooComplex,
    highlights,
    list,
    link,
    notice,
    path,
  }
  const script = html`<script type="module" src="${assets().reader.path}"></script>`
  return layout(
    {
      title: titleOf(item),
      person,
      current: 'queue',
      width: 'full',
      paintAfter: 'article',
      shortcuts: messages.shortcuts,
      head: html`${settings.font === 'serif' && fontPreloadLinks(article?.html)}
      ${script}${isPending(view) && refreshMeta}`,
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: path }))} ${reader(view)}`,
  )
}

function reader(view: ReadingView): Fragment {
  const { settings, item, article } = view
  return html`<div
    class="reader"
    ${readerSettings(settings)}
    data-copy-label="${messages.copyCode}"
    data-copied-label="${messages.copied}"
    data-close-label="${messages.closeImage}"
    data-footnote-label="${messages.footnote}"
  >
    ${toolbar(view)}
    <div class="panels">${panels(view)} ${morePanel(view)}</div>
    ${highlightBars(view)} ${article && sidebarContents(article.headings)}
    <article class="article-page" aria-labelledby="title">
      ${itemHeader(view)}
      ${
        article
          ? html`${brokenLink(view)}
              <div class="article-status">${refetchStatus(view)}</div>
              ${collapsedContents(article.headings)}
              <div class="article" id="article" dir="auto" ${languageOf(item)}>
                ${raw(wrapTables(article.html))}
              </div>`
          : noArticle(view)
      }
    </article>
    ${articleEnd(view)} ${highlightSection(view)}
    <div class="asking">${requestSection(item, formOptions(view))}</div>
    ${article && listenBar()}
  </div>`
}
