import type { Settings } from '../../accounts/settings.ts'
import type { Heading } from '../../articles/headings.ts'
import type { Item } from '../../queue/model/item.ts'
import type { State } from '../../queue/model/states.ts'
import type { Person } from '../parts/person.ts'
import type { Notice } from '../parts/notice.ts'

/** An article that was made safe, with its headings. */
export type Article = { html: string; headings: Heading[] }

/** The unread items that were saved just before and just after another. */
export type Neighbours = { newer: Item | undefined; older: Item | undefined }

/** What each part of an item's page may need. */
export type ReadingView = {
  person: Person
  settings: Settings
  now: number
  item: Item
  /** The list that the item stands in. */
  state: State
  article: Article | undefined
  /** An article is kept that could not be made safe within the limits. */
  isTooComplex: boolean
  neighbours: Neighbours
  notice: Notice | undefined
  /** The path of the page itself. */
  path: string
}
