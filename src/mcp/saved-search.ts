import type { SearchFields } from '../queue/saved-searches/saved-search.ts'

/** A saved search as agents see it. */
export function savedSearchRow({ name, query, sort }: SearchFields): Record<string, string> {
  return { name, query, ...(sort && { sort }) }
}

/** The address of a saved search among the resources. */
export function savedSearchUri(name: string): string {
  return `queue://searches/${encodeURIComponent(name)}`
}
