import type { ActionCount, Digest } from '../../queue/history/activity.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { Notice } from '../../text/notice.ts'
import type { Person } from '../parts/person.ts'
import type { Row } from './row.ts'

export type QueueView = {
  person: Person
  now: number
  search: Search
  totals: Counts
  /** Most used first. */
  tags: TagCount[]
  searches?: SavedSearch[] | undefined
  rows: Row[]
  /** How many items a search finds, where that was counted; `isMore` where there are more than that. */
  found?: { count: number; isMore: boolean } | undefined
  /** The names of the icons of their sites, where these have one. */
  icons?: ReadonlyMap<string, string> | undefined
  /** What to know of the search, in sentences. */
  words?: string | undefined
  /** What agents did recently, if the page shows it. */
  digest?: Digest | undefined
  /** How many suggestions of agents wait, if the page says so. */
  waiting?: number | undefined
  /** The first step that somebody new is at, if the page leads back to it. */
  welcomeStep?: number | undefined
  /** The number of the last change. */
  lastChange: number
  /** What agents did since the change that an open list shows, if its script asks. */
  updates?: ActionCount[] | undefined
  /** The path of this page, without a flash. */
  path: string
  newer?: string | undefined
  older?: string | undefined
  notice?: Notice | undefined
  /** Whether all items of the page are selected at first. */
  isAllSelected?: boolean | undefined
}
