import type { Context, Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'
import { queuePath } from '../../html/items/queue-path.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { personAsker } from '../../http/caller.ts'
import { readQuery } from '../../http/read-input.ts'
import { signedIn } from '../../http/visitor.ts'
import { titleOf } from '../../queue/model/item.ts'
import { explainSearch } from '../../queue/lists/explain-search.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { parseSearch } from '../../queue/lists/search.ts'
import type { Services } from '../../services.ts'
import { translated } from '../../html/messages/sentences.ts'

const messages = allMessages.palette

/** Results that the palette shows, and the most that are counted. */
const SHOWN = 6
const MAX_COUNTED = 100

/**
 * `GET /search/live`: the first results of a search with their passages, and how many there are, as JSON for the palette.
 * The searches of an account are bounded as everywhere.
 */
export function liveSearch(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const { accountId } = session
    try {
      const { after: _, ...query } = readQuery(c.req.raw)
      const search = parseSearch(
        { ...query, limit: SHOWN },
        { accountId, seal: services.seal, asker: personAsker(services) },
      )
      const lists = listsOf(services, accountId)
      const { items, snippets, next, leniency } = await lists.page(search)
      const { filter } = search
      const count = next ? await lists.count(leniency?.filter ?? filter, MAX_COUNTED + 1) : items.length
      const found = items.map((item) => ({
        label: titleOf(item),
        href: `/queue/items/${item.id}`,
        hint: item.siteName ?? item.site,
        snippet: snippets.get(item.id) ?? null,
      }))
      const counted =
        count > MAX_COUNTED
          ? messages.more(MAX_COUNTED)
          : messages.count(allMessages.formats.count(count), count)
      const words = [counted, translated(explainSearch(leniency, filter.query))].filter(Boolean).join(' ')
      const all = next && { label: messages.all, href: queuePath({ filter, limit: DEFAULT_PAGE }) }
      return json(c, { words, found, all })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return json(c, { words: translated(error.detail), found: [] }, failureStatus[error.code])
    }
  })
}

function json(
  c: Context,
  value: object,
  status: (typeof failureStatus)[keyof typeof failureStatus] | 200 = 200,
) {
  c.header('Cache-Control', 'no-store')
  c.header('X-Content-Type-Options', 'nosniff')
  return c.json(value, status)
}
