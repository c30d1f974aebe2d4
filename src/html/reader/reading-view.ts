import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import type { Heading } from '../../articles/headings.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import type { Item } from '../../queue/model/item.ts'
import type { ListName } from '../../queue/model/states.ts'
import type { ActionFormOptions } from '../actions/action-form.ts'
import type { Person } from '../parts/person.ts'
import type { Filter } from '../../queue/search/filter.ts'
import type { Notice } from '../../text/notice.ts'

/** A sanitised article with its headings. */
export type Article = { html: string; headings: Heading[] }

/** An item beside the one that is shown, and the path of its page. */
export type ItemLink = { item: Item; path: string }

/** The list that an item's page was opened from, and what is beside the item there. */
export type OpenedList = {
  filter: Filter
  /** Of the list's page; empty for the queue itself. */
  query: string
  /** Leads back to the item in it. */
  path: string
  previous: ItemLink | undefined
  next: ItemLink | undefined
}

/** When the link of an item was checked last, if ever, and the web archive that may have its page. */
export type LinkView = { checkedAt: number | null; webArchiveUrl: string }

/** The highlights of an article, in the order of the text; those that are not found in it now; the one that is changed; whether all are listed, however many. */
export type HighlightsView = {
  placed: Highlight[]
  lost: Highlight[]
  edited?: Highlight | undefined
  isWhole?: boolean
}

/** What the parts of an item's page show. */
export type ReadingView = {
  person: Person
  settings: AppearanceSettings
  now: number
  item: Item
  /** The name of its site's icon, where it has one. */
  siteIcon?: string | undefined
  /** The list that contains the item. */
  state: ListName
  article: Article | undefined
  /** Whether the saved article could not be sanitised within the limits. */
  isTooComplex: boolean
  highlights: HighlightsView
  list: OpenedList
  /** Given where the link is broken. */
  link: LinkView | undefined
  notice: Notice | undefined
  /** The path of the page. */
  path: string
}

/** What the forms of an item's page have in common. */
export function formOptions({ person, path, item, notice }: ReadingView) {
  return { formToken: person.formToken, returnTo: path, itemId: item.id, notice } satisfies ActionFormOptions
}
