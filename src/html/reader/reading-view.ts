import type { Settings } from '../../accounts/settings.ts'
import type { Heading } from '../../articles/headings.ts'
import type { Item } from '../../queue/model/item.ts'
import type { ListName } from '../../queue/model/states.ts'
import type { Person } from '../parts/person.ts'
import type { Notice } from '../parts/notice.ts'

/** A sanitised article with its headings. */
export type Article = { html: string; headings: Heading[] }

/** The unread items saved just before and just after an item. */
export type Neighbours = { newer: Item | undefined; older: Item | undefined }

/** What the parts of an item's page show. */
export type ReadingView = {
  person: Person
  settings: Settings
  now: number
  item: Item
  /** The list that contains the item. */
  state: ListName
  article: Article | undefined
  /** Whether the saved article could not be sanitised within the limits. */
  isTooComplex: boolean
  neighbours: Neighbours
  notice: Notice | undefined
  /** The path of the page. */
  path: string
}
