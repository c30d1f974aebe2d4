import { queueActions } from '../queue/actions/catalogue.ts'
import type { Filter } from '../queue/search/filter.ts'
import type { Counts } from '../queue/items/queue-state.ts'
import { queueActionOf, searchActionOf } from './action.ts'
import type { Entity, Link } from './entity.ts'

/** Absolute addresses of a page of the queue and its neighbours. */
export type PageHrefs = { self: string; first: string; next: string | undefined; prev: string | undefined }

export type QueuePage = { filter: Filter; totals: Counts; hrefs: PageHrefs; baseUrl: string }

/** A page of the queue, the entry point of the API, as JSON; `items` are its embedded items, serialized already. */
export function writeQueue({ filter, totals, hrefs, baseUrl }: QueuePage, items: string[]): string {
  const queueHref = `${baseUrl}/queue`
  const { unread, read, snoozed, favourite, removed } = totals
  const entity: Omit<Entity, 'entities'> = {
    class: ['queue'],
    title: 'Reading queue',
    properties: {
      state: filter.state,
      ...(filter.tag === undefined ? {} : { tag: filter.tag }),
      ...(filter.site === undefined ? {} : { site: filter.site }),
      ...(filter.query === undefined ? {} : { q: filter.query.text }),
      ...(filter.sort === undefined ? {} : { sort: filter.sort }),
      count: items.length,
      totals: { unread, read, snoozed, favourite, removed },
    },
    links: linksOf(hrefs, baseUrl),
    actions: [
      ...queueActions.map((action) => queueActionOf(action, queueHref)),
      searchActionOf(queueHref, filter),
    ],
  }
  // The embedded items are appended as the last member.
  return `${JSON.stringify(entity).slice(0, -1)},"entities":[${items.join(',')}]}`
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
    { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
    { rel: ['service-doc'], href: `${baseUrl}/auth.md`, type: 'text/markdown' },
  )
  return links
}
