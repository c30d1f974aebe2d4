import { nearestName } from '../text/nearest-name.ts'
import { type Filter, keyedSortOf, orderOf } from '../queue/search/filter.ts'

/** Matches are counted up to this number. */
export const MAX_MATCHED = 1000
/** Fewer results are little: in another order, a search lists items that have only some of the words as well. */
const LITTLE = 3

/** The most used tags, among which the one that was meant is looked for. */
const MAX_COMPARED = 500

type Listed = {
  filter: Filter
  shown: number
  matched: number
  /** What to know of its search. */
  explanation: string | undefined
  /** How many more may match once their pages are fetched, since only then their length is known. */
  pending?: number
  /** How to get the rest; undefined where there is none. */
  more: string | undefined
  /** All tags that there are, where nothing is shown. */
  tags?: string[] | undefined
}

/** What a list says of itself: how many items match, and in words when it is cut, found nothing or other than asked. */
export function aboutList(list: Listed): { matched: number; words?: string } {
  const words = [list.explanation, emptyWords(list), pendingWords(list), orderWords(list), cutWords(list)]
  const parts = words.filter((one) => one !== undefined)
  return { matched: list.matched, ...(parts.length === 0 ? {} : { words: parts.join(' ') }) }
}

/** What could be left out to find something, and where nothing was looked for. */
function emptyWords(list: Listed): string | undefined {
  const { shown, matched, filter } = list
  if (shown > 0 || matched > 0) return undefined
  const { query, tag, site, state } = filter
  const { wanted = [], excluded = [], conditions = [] } = query ?? {}
  const keyed = keyedSortOf(filter)
  const isConditional = excluded.length + conditions.length > 0 || tag !== undefined || site !== undefined
  const isStateInQuery = conditions.some(({ kind }) => kind === 'state')
  if (wanted.length === 0 && !isConditional && keyed === undefined) return 'This list is empty.'
  const cures = [
    ...(wanted.length > 0 ? ['fewer or other words'] : []),
    ...(isConditional ? ['fewer conditions'] : []),
    ...(state === 'all' || isStateInQuery ? [] : ['state all']),
    ...(keyed === undefined ? [] : [`another sort, since ${keyed} lists only items that have it`]),
  ]
  const unknown = unknownTags(filter, list.tags)
  const trash = state === 'removed' ? 'Only the trash was searched.' : 'The trash is searched by is:removed.'
  return [
    `Nothing matches.`,
    ...unknown,
    ...(cures.length > 0 ? [`Try ${cures.join(', or ')}.`] : []),
    trash,
  ].join(' ')
}

/** The tags that are looked for and that no item has, each with the one that is probably meant. */
function unknownTags({ tag, query }: Filter, known: string[] | undefined): string[] {
  if (known === undefined) return []
  const clauses = query?.conditions ?? []
  const tags = clauses.flatMap((clause) => (clause.kind === 'tag' && !clause.isExcluded ? [clause.tag] : []))
  return [...new Set([...(tag === undefined ? [] : [tag]), ...tags])]
    .filter((one) => !known.includes(one))
    .map((one) => {
      const nearest = nearestName(one, known.slice(0, MAX_COMPARED))
      return `No item has the tag “${one}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`
    })
}

function pendingWords({ pending = 0 }: Listed): string | undefined {
  if (pending === 0) return undefined
  const count = pending >= MAX_MATCHED ? `More than ${MAX_MATCHED}` : String(pending)
  const [items, length] = pending === 1 ? ['item is', 'its length is'] : ['items are', 'their length is']
  return `${count} more ${items} still being fetched, so ${length} not known yet: is:pending.`
}

/** That the order keeps out what would be found without it. */
function orderWords({ shown, matched, filter }: Listed): string | undefined {
  const words = filter.query?.wanted.length ?? 0
  if (words < 2 || shown >= LITTLE || matched >= LITTLE || orderOf(filter) === 'best') return undefined
  return `With sort ${orderOf(filter)} items need all of the words; without it, those that have some follow.`
}

function cutWords({ shown, matched, more }: Listed): string | undefined {
  if (more === undefined) return undefined
  const of = matched >= MAX_MATCHED ? `more than ${MAX_MATCHED}` : String(matched)
  return `${shown} of ${of}. ${more}`
}
