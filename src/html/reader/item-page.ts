import { html, raw } from 'hono/html'
import { DEFAULT_SETTINGS } from '../../accounts/settings.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { stateOf } from '../../queue/model/states.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { type Notice, noticeWithUndo } from '../parts/notice.ts'
import { sidebarContents, collapsedContents } from './contents.ts'
import { articleEnd } from './article-end.ts'
import { itemHeader } from './item-header.ts'
import { isPending, refreshMeta, noArticle, refetchStatus } from './no-article.ts'
import type { Article, Neighbours, ReadingView } from './reading-view.ts'
import { moreActions } from './more-actions.ts'
import { toolbar } from './toolbar.ts'

export type ItemView = {
  person: Person
  now: number
  item: Item
  article?: Article | 'too-complex' | undefined
  neighbours?: Neighbours | undefined
  notice?: Notice | undefined
}

const NO_NEIGHBOURS: Neighbours = { newer: undefined, older: undefined }

/** The page of an item: its article, and below it the item's details and actions. */
export function itemPage({
  person,
  now,
  item,
  neighbours = NO_NEIGHBOURS,
  notice,
  ...more
}: ItemView): Fragment {
  const path = `/queue/items/${item.id}`
  const settings = person.settings ?? DEFAULT_SETTINGS
  const isTooComplex = more.article === 'too-complex'
  const article = more.article === 'too-complex' ? undefined : more.article
  const state = stateOf(item)
  const view = { person, settings, now, item, state, article, isTooComplex, neighbours, notice, path }
  const script = html`<script type="module" src="${assets().reader.path}"></script>`
  return layout(
    {
      title: titleOf(item),
      person,
      current: 'queue',
      width: 'full',
      paintAfter: 'article',
      head: html`${script}${isPending(view) && refreshMeta}`,
    },
    html`${noticeWithUndo(notice, person, path)} ${reader(view)}`,
  )
}

function reader(view: ReadingView): Fragment {
  const { settings, item, article } = view
  return html`<div
    class="reader"
    data-size="${settings.size}"
    data-font="${settings.font}"
    data-lines="${settings.lines}"
    data-measure="${settings.measure}"
  >
    ${toolbar(view)} ${article && sidebarContents(article.headings)}
    <article class="article-page" aria-labelledby="title">
      ${itemHeader(view)}
      ${
        article
          ? html`${refetchStatus(item)} ${collapsedContents(article.headings)}
              <div class="article" id="article" dir="auto" ${languageOf(item)}>${raw(article.html)}</div>`
          : noArticle(view)
      }
    </article>
    ${articleEnd(view)} ${moreActions(view)}
  </div>`
}
