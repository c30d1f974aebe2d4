import type { TimeZone } from '../../text/time-zone.ts'
import type { Actor } from '../../queue/model/actor.ts'
import type { ListName } from '../../queue/model/states.ts'
import { rowIcon } from '../items/site-icon.ts'
import type { TagColours } from '../../queue/tags/tag-colour.ts'
import type { Snippet } from '../../queue/search/snippet.ts'

/**
 * A row as it is kept: the names of the actions that its item offers, and its HTML, cut where it depends on the page that
 * shows it.
 */
export type Row = {
  id: string
  actions: string
  site: string
  /** In place of the site's icon. */
  letter: string
  pieces: [card: string, box: string, site: string, rest: string]
}

/** What a row depends on besides its item. */
export type RowOptions = {
  now: number
  /** The list that shows it. */
  state: ListName
  /** The query of the list's page, which an item's page leads back to. */
  list: string
  colours?: TagColours | undefined
  /** In which the end of a snooze is told; UTC without one. */
  timeZone?: TimeZone | undefined
  /** The passage of its article that matches the search. */
  snippet?: Snippet | undefined
  /** Its title, where words of it were searched for. */
  markedTitle?: Snippet | undefined
  /** Who moved it to the trash, where that is what it is in. */
  remover?: Actor | undefined
}

/** The HTML of a row; `usualActions` are named by the list, and not by each row. */
export function rowMarkup(
  { actions, site, letter, pieces: [card, box, metadataStart, rest] }: Row,
  { usualActions, isSelected, icon }: { usualActions: string; isSelected: boolean; icon: string | undefined },
): string {
  const own = actions === usualActions ? '' : ` data-actions="${actions}"`
  const sign = icon === undefined ? ` data-letter="${letter}">` : `>${String(rowIcon(site, icon))}`
  return card + own + box + (isSelected ? ' checked' : '') + metadataStart + sign + rest
}
