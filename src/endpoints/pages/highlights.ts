import type { Handler } from 'hono'
import { highlightsPage } from '../../html/highlights/highlights-page.ts'
import type { HighlightQuery } from '../../html/highlights/highlights-path.ts'
import { reviewPage } from '../../html/highlights/review-page.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import {
  findHighlights,
  type HighlightFilter,
  highlightingAgents,
} from '../../queue/highlights/all-highlights.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { sampleForReview } from '../../queue/highlights/review.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import { dayIn, dayOfDate, type TimeZone, UTC } from '../../text/time-zone.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { AccountId } from '../../ids.ts'

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
    const find = () => findHighlights(db, accountId, { filter, after: sent['after'] })
    // Words are looked for in thousands of highlights, the rest in an index.
    const { highlights, next } = await (filter.words === undefined
      ? find()
      : permits.withSearch(accountId, find))
    const page = highlightsPage({
      person: personOf(visitor),
      now: clock.now(),
      query,
      highlights,
      items: await itemsWith(services, accountId, { highlights, item: query.item }),
      agents: await highlightingAgents(db, accountId),
      next,
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

function itemsWith(
  { db }: Services,
  accountId: AccountId,
  { highlights, item }: { highlights: Highlight[]; item?: string | undefined },
): Promise<Map<string, Item>> {
  const ids = new Set(highlights.map(({ itemId }) => itemId))
  return itemsOf(db, accountId).findAll([...ids, ...(item === undefined ? [] : [item])])
}

const STEP = 5
const MAX_REVIEWED = 100

/** `GET /highlights/review`: five highlights a day, or as many as the person asks for. */
export function reviewHighlights(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { db, permits, clock } = services
    const { accountId } = visitor.session
    const asked = Number(readQuery(c.req.raw)['count'] ?? STEP)
    const count = Number.isInteger(asked) && asked >= STEP ? Math.min(asked, MAX_REVIEWED) : STEP
    const { start } = dayIn(visitor.timeZone ?? UTC, clock.now())
    const drawn = await permits.withSearch(accountId, () =>
      sampleForReview(db, accountId, { day: String(start), before: start, count }),
    )
    const page = reviewPage({
      person: personOf(visitor),
      now: clock.now(),
      highlights: drawn.highlights,
      items: await itemsWith(services, accountId, { highlights: drawn.highlights }),
      more: drawn.total > count && count < MAX_REVIEWED ? count + STEP : undefined,
    })
    return htmlResponse(c, page, { hasScripts: true })
  })
}
