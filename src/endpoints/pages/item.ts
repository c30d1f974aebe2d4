import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { itemPage } from '../../html/reader/item-page.ts'
import type { LinkView } from '../../html/reader/reading-view.ts'
import { allMessages } from '../../html/messages/messages.ts'
import type { Fragment } from '../../html/fragment.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import { siteIconNames } from '../../queue/content/site-icon.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { findLastLinkCheck } from '../../queue/links/link-check.ts'
import { readHighlights } from '../../queue/highlights/highlights.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import { presentArticle } from '../shared/present-article.ts'
import { cachedPage } from '../shared/cached-page.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { insertHighlights } from './insert-highlights.ts'
import { openedList } from './opened-list.ts'
import type { Notice } from '../../text/notice.ts'
import type { ItemId } from '../../ids.ts'

/** `GET /queue/items/:id` for a browser. */
export function itemDetails(services: Services): Handler {
  return signedIn(services, (c, visitor) => {
    const query = readQuery(c.req.raw)
    const notice = readFlash(services, visitor.formToken, query)
    return showItem(c, services, {
      visitor,
      itemId: c.req.param('id') ?? '',
      notice,
      list: query['list'],
      highlight: query['highlight'],
      isWhole: query['highlights'] === 'all',
    })
  })
}

type ShowOptions = {
  visitor: SignedIn
  itemId: ItemId
  notice: Notice | undefined
  /** The highlight that is changed. */
  highlight?: string | undefined
  /** Whether all highlights are listed, however many. */
  isWhole?: boolean
  /** The query of the list that the page was opened from. */
  list: string | undefined
  status?: ContentfulStatusCode
}

/** Answers with the page of one item; throws `not_found`. */
export async function showItem(
  c: Context,
  services: Services,
  { visitor, itemId, notice, list, highlight, isWhole = false, status = 200 }: ShowOptions,
): Promise<Response> {
  const { db, clock } = services
  const { accountId } = visitor.session
  const items = itemsOf(db, accountId)

  async function content(): Promise<Fragment> {
    const item = await items.find(itemId)
    const edited = notice?.values?.form === editHighlight.name ? notice.values['highlight'] : highlight
    const article = await presentArticle(services, accountId, {
      item,
      base: '',
      linkLabel: allMessages.reader.openImage,
    })
    const highlighted = await insertHighlights(article, await readHighlights(db, accountId, item), (work) =>
      services.permits.withQuoteSearch(accountId, work),
    )
    return itemPage({
      person: personOf(visitor),
      now: clock.now(),
      item,
      siteIcon: (await siteIconNames(db, accountId, [item.site])).get(item.site),
      article: highlighted.article,
      highlights: {
        ...highlighted,
        edited: [...highlighted.placed, ...highlighted.lost].find(({ id }) => id === edited),
        isWhole,
      },
      list: await openedList(services, accountId, { query: list, item }),
      link: item.brokenAt === null ? undefined : await linkView(item),
      notice,
    })
  }
  async function linkView({ id }: Item): Promise<LinkView> {
    const { webArchiveUrl } = services.config
    return { checkedAt: await findLastLinkCheck(db, { accountId, itemId: id }), webArchiveUrl }
  }
  // What is said once is not kept.
  const isPlain = c.req.method === 'GET' && c.req.query('flash') === undefined
  const { version } = visitor.counts ?? (await items.totals())
  const rendered = isPlain ? cachedPage(c, services, { visitor, version, content }) : content()
  return htmlResponse(c, await rendered, { status, hasScripts: true })
}
