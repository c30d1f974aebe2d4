import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'
import { queuePath } from '../../html/items/queue-path.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { personQueryContext } from '../../http/caller.ts'
import { readQuery } from '../../http/read-input.ts'
import { signedIn } from '../../http/visitor.ts'
import { rowIconPath, siteLetter } from '../../html/items/site-icon.ts'
import { siteIconNames } from '../../queue/content/site-icon.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { explainSearch } from '../../queue/lists/explain-search.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { parseSearch } from '../../queue/lists/search.ts'
import { uncachedJson } from '../shared/uncached-json.ts'
import type { Services } from '../../services.ts'
import { translated } from '../../html/messages/sentences.ts'
import { countInWords, MAX_COUNTED, nextSteps } from './next-steps.ts'

const messages = allMessages.palette

/** Results that the palette shows. */
const SHOWN = 6

/**
 * `GET /search/live`: the first results of a search with their passages, and how many there are, as JSON for the palette;
 * where there are none, what may help. The searches of an account are bounded as everywhere.
 */
export function liveSearch(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const { accountId } = session
    try {
      const { after: _, ...query } = readQuery(c.req.raw)
      const search = parseSearch(
        { ...query, ...(query['q'] && { q: completed(query['q']) }), limit: SHOWN },
        { accountId, seal: services.seal, queryContext: personQueryContext(services) },
      )
      const lists = listsOf(services, accountId)
      const { items, snippets, next, leniency } = await lists.page(search)
      const { filter } = search
      const count = next ? await lists.count(leniency?.filter ?? filter, MAX_COUNTED + 1) : items.length
      const words = [countInWords(count), translated(explainSearch(leniency, filter.query))]
        .filter(Boolean)
        .join(' ')
      if (items.length === 0) return uncachedJson(c, { words, entries: await nextSteps(lists, filter) })
      const icons = await siteIconNames(
        services.db,
        accountId,
        items.map(({ site }) => site),
      )
      const found = items.map((item) => ({
        label: titleOf(item),
        href: `/queue/items/${item.id}`,
        hint: item.siteName ?? item.site,
        site: siteSign(item, icons.get(item.site)),
        snippet: snippets.get(item.id) ?? null,
      }))
      const all = {
        label: messages.all,
        icon: 'icon-search',
        href: queuePath({ filter, limit: DEFAULT_PAGE }),
      }
      // Conditions alone are a list, of which no item is meant more than another.
      const entries = filter.query?.wanted.length === 0 ? [all, ...found] : [...found, all]
      return uncachedJson(c, { words, entries })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return uncachedJson(c, { words: translated(error.detail), entries: [] }, failureStatus[error.code])
    }
  })
}

/** The icon of an item's site, or its letter. */
function siteSign(item: Item, icon: string | undefined): { image?: string; letter: string } {
  return { ...(icon && { image: rowIconPath(item.site, icon) }), letter: siteLetter(item) }
}

/** A search whose last word has two letters so far: it finds all words that begin with them. */
function completed(text: string): string {
  return text.replace(/(?<=^|\s)(?!or$)\p{L}{2}$/iu, '$&*')
}
