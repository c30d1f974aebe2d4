import { editSearch, removeSearch, saveSearch } from '../queue/actions/save-search.ts'
import { fieldsOf, type SavedSearch } from '../queue/saved-searches/saved-search.ts'
import { queueActionOf } from './action.ts'
import type { Embedded, Entity } from './entity.ts'

/** A saved search with what can be done to it; `related` is the list of what it finds. */
export function savedSearchEntity(search: SavedSearch, baseUrl: string): Entity {
  const { name, query, sort } = search
  const queue = `${baseUrl}/queue`
  return {
    ...representation(search, baseUrl),
    actions: [
      queueActionOf(editSearch, queue, { name, rename: name, query, ...(sort && { sort }) }),
      queueActionOf(removeSearch, queue, { name }),
    ],
  }
}

/** All saved searches of an account, by name. */
export function savedSearchesEntity(searches: SavedSearch[], baseUrl: string): Entity {
  return {
    class: ['saved-searches'],
    title: 'Saved searches',
    properties: { count: searches.length },
    entities: searches.map((search): Embedded => ({ ...representation(search, baseUrl), rel: ['item'] })),
    links: [
      { rel: ['self'], href: `${baseUrl}/queue/searches` },
      { rel: ['collection'], href: `${baseUrl}/queue` },
      { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
    ],
    actions: [queueActionOf(saveSearch, `${baseUrl}/queue`)],
  }
}

function representation(search: SavedSearch, baseUrl: string) {
  const { name, query, sort } = search
  const parameters = new URLSearchParams({ q: query, ...(sort && { sort }) })
  return {
    class: ['saved-search'],
    title: name,
    properties: { ...fieldsOf(search) },
    links: [
      { rel: ['self'], href: savedSearchHref(name, baseUrl) },
      { rel: ['related'], href: `${baseUrl}/queue?${parameters}`, title: 'What it finds' },
      { rel: ['collection'], href: `${baseUrl}/queue/searches` },
      { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
    ],
  }
}

export function savedSearchHref(name: string, baseUrl: string): string {
  return `${baseUrl}/queue/searches/${encodeURIComponent(name)}`
}
