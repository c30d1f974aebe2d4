import type { Handler } from 'hono'
import { highlightsPage } from '../../html/highlights/highlights-page.ts'
import type { HighlightQuery } from '../../html/highlights/highlights-path.ts'
import { reviewPage } from '../../html/highlights/review-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import {
  findHighlights,
  type HighlightFilter,
  highlightingAgents,
} from '../../queue/highlights/all-highlights.ts'
import { sampleForReview } from '../../queue/highlights/review.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { dayIn, dayOfDate, type TimeZone, UTC } from '../../text/time-zone.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** Of a value in the address. */
const MAX_LENGTH = 200
const NAMES = ['words', 'item', 'tag', 'colour', 'agent', 'from', 'to'] as const

/** `GET /highlights`: all highlights of the person, by pages. What makes no sense in the address is left out. */
export function allHighlights(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, permits, clock } = services
    const { accountId } = visitor.session
    const sent = readQuery(c.req.raw)
    const query: Partial<HighlightQuery> = {}
    for (const name of NAMES) {
      const value = sent[name]?.trim() ?? ''
      if (value !== '' && value.length <= MAX_LENGTH) query[name] = value
    }
    const filter = filterOf(query, visitor.timeZone ?? UTC)
    const { highlights, next } = await permits.withSearch(accountId, () =>
      findHighlights(db.slow, accountId, { filter, after: sent['after'] }),
    )
    const page = highlightsPage({
      person: personOf(visitor),
      now: clock.now(),
      query,
      highlights,
      items: await itemsOf(db, accountId).findAll([
        ...new Set([
          ...highlights.map(({ itemId }) => itemId),
          ...(query.item === undefined ? [] : [query.item]),
        ]),
      ]),
      agents: await highlightingAgents(db, accountId),
      after: sent['after'],
      next,
      notice: readFlash(services, visitor.formToken, sent),
    })
    return htmlResponse(c, page, { hasScripts: true })
  })
}

function filterOf({ from, to, ...query }: Partial<HighlightQuery>, zone: TimeZone): HighlightFilter {
  return {
    ...query,
    from: from === undefined ? undefined : dayOfDate(zone, from)?.start,
    to: to === undefined ? undefined : dayOfDate(zone, to)?.end,
  }
}

const STEP = 5
const MAX_REVIEWED = 100

/** `GET /highlights/review`: five highlights a day, a page for each (`card`), and the end (`after` so many), from where it goes on. */
export function reviewHighlights(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, permits, clock } = services
    const { accountId } = visitor.session
    const query = readQuery(c.req.raw)
    const after = numberIn(query['after'])
    const card = after ?? numberIn(query['card']) ?? 1
    const { start } = dayIn(visitor.timeZone ?? UTC, clock.now())
    const review = await permits.withSearch(accountId, () =>
      sampleForReview(db.slow, accountId, {
        day: String(start),
        before: start,
        count: Math.ceil(card / STEP) * STEP,
      }),
    )
    const { highlights, total } = review
    const highlight = after === undefined ? highlights[card - 1] : undefined
    // An item that was deleted meanwhile takes its highlights along.
    const item = highlight && (await itemsOf(db, accountId).findAll([highlight.itemId])).get(highlight.itemId)
    const end = Math.min(card, total)
    const page = reviewPage({
      person: personOf(visitor),
      now: clock.now(),
      shown:
        highlight && item
          ? { highlight, item, card, count: highlights.length }
          : total === 0
            ? undefined
            : { after: end, hasMore: end < Math.min(total, MAX_REVIEWED) },
      notice: readFlash(services, visitor.formToken, query),
    })
    return htmlResponse(c, page, { hasScripts: true })
  })
}

/** The number of a card; undefined for anything else. */
function numberIn(text: string | undefined): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= MAX_REVIEWED ? number : undefined
}
