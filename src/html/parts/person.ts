import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import type { TimeZone } from '../../text/time-zone.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { SavedSearch } from '../../queue/saved-searches/saved-search.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import type { TagColours } from '../../queue/tags/tag-colour.ts'

/** The signed-in person that a page is rendered for, and the token for its forms. */
export type Person = {
  email: string
  formToken: string
  settings?: AppearanceSettings | undefined
  /** The zone of their browser; UTC where none is given. */
  timeZone?: TimeZone | undefined
  /** How many items are in each list. */
  counts?: Counts | undefined
  /** The tags in the sidebar, most used first. */
  tags?: TagCount[] | undefined
  /** The colours of tags, also of those that are not in the sidebar. */
  tagColours?: TagColours | undefined
  /** The saved searches in the sidebar, by name. */
  searches?: SavedSearch[] | undefined
}
