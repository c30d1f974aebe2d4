import { queueActions } from '../queue/actions/catalogue.ts'
import type { Filter } from '../queue/search/filter.ts'
import type { Counts } from '../queue/items/queue-state.ts'
import { listParameters } from '../queue/lists/search.ts'
import { exportActionOf, findActionOf, queueActionOf, searchActionOf } from './action.ts'
import type { Link } from './entity.ts'

/** Absolute addresses of a page of the queue and its neighbours. */
export type PageHrefs = { self: string; first: string; next: string | undefined; prev: string | undefined }

type QueuePage = {
  filter: Filter
  totals: Counts
  hrefs: PageHrefs
  /** What to know of its search, in sentences. */
  words?: string | undefined
}

/** Writes a page of the queue, the entry point of the API, as JSON; `items` are its embedded items as JSON. */
export type WriteQueue = (page: QueuePage, items: string[]) => string

/** The actions are the same on almost every page, and written once. */
export function createWriteQueue(baseUrl: string): WriteQueue {
  const queueHref = `${baseUrl}/queue`
  const actions = [
    ...queueActions.map((action) => queueActionOf(action, queueHref)),
    exportActionOf(queueHref),
    findActionOf(queueHref),
  ]
    .map((action) => JSON.stringify(action))
    .join(',')
  const writeSearch = (filter: Filter) => JSON.stringify(searchActionOf(queueHref, filter))
  const plainSearch = writeSearch({ state: 'unread' })
  return ({ filter, totals, hrefs, words }, items) => {
    const search = listParameters(filter).length === 0 ? plainSearch : writeSearch(filter)
    const { unread, read, snoozed, favourite, removed } = totals
    const properties = {
      state: filter.state,
      ...(filter.tag === undefined ? {} : { tag: filter.tag }),
      ...(filter.site === undefined ? {} : { site: filter.site }),
      ...(filter.query === undefined ? {} : { q: filter.query.text }),
      ...(filter.sort === undefined ? {} : { sort: filter.sort }),
      ...(words === undefined ? {} : { words }),
      count: items.length,
      totals: { unread, read, snoozed, favourite, removed },
    }
    return (
      `{"class":["queue"],"title":"Reading queue","properties":${JSON.stringify(properties)}` +
      `,"links":${JSON.stringify(linksOf(hrefs, baseUrl))}` +
      `,"actions":[${actions},${search}]` +
      `,"entities":[${items.join(',')}]}`
    )
  }
}

function linksOf(hrefs: PageHrefs, baseUrl: string): Link[] {
  const links: Link[] = [
    { rel: ['self'], href: hrefs.self },
    { rel: ['first'], href: hrefs.first },
  ]
  if (hrefs.prev) links.push({ rel: ['prev'], href: hrefs.prev })
  if (hrefs.next) links.push({ rel: ['next'], href: hrefs.next })
  links.push(
    { rel: ['monitor'], href: `${baseUrl}/queue/changes`, title: 'Changes' },
    { rel: ['related'], href: `${baseUrl}/queue/searches`, title: 'Saved searches' },
    { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
    { rel: ['service-doc'], href: `${baseUrl}/auth.md`, type: 'text/markdown' },
  )
  return links
}
