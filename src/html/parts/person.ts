import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import type { TimeZone } from '../../text/time-zone.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import type { TagColours } from '../../queue/tags/tag-colour.ts'

/** What every page of a signed-in person needs: the viewer, the form token, and the data of the sidebar. */
export type Person = {
  email: string
  /** The CSRF token of the forms; see `Visitor`. */
  formToken: string
  settings?: AppearanceSettings | undefined
  /** The time zone of the browser, if it is known; times are shown in UTC until then. */
  timeZone?: TimeZone | undefined
  /** How many items are in each list. */
  counts?: Counts | undefined
  /** The tags in the sidebar, most used first. */
  tags?: TagCount[] | undefined
  /** The colours of tags, also of those that are not in the sidebar. */
  tagColours?: TagColours | undefined
  /** The saved searches in the sidebar, by name. */
  searches?: SavedSearch[] | undefined
  /** How many suggestions of agents wait. */
  suggestions?: number | undefined
}
