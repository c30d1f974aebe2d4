import { queuePath } from '../../html/items/queue-path.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { wordsIn } from '../../html/searches/query-groups.ts'
import type { Lists } from '../../queue/lists/lists.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Filter } from '../../queue/search/filter.ts'

const messages = allMessages.palette

/** The most results that are counted. */
export const MAX_COUNTED = 100

/** An entry of the palette that leads on, searches for something else, or saves a link. */
type NextStep = { label: string; icon: string; hint?: string } & (
  { href: string } | { search: string } | { link: string }
)

/** What helps where a search finds nothing: saving the link that it is, other lists that have results, and fewer filters. */
export async function nextSteps(lists: Lists, filter: Filter): Promise<NextStep[]> {
  const text = filter.query?.text.trim() ?? ''
  if (/^https?:\/\/\S+$/i.test(text)) return [{ label: messages.saveLink, icon: 'icon-plus', link: text }]
  const elsewhere = [
    { label: allMessages.queue.empty.searchAllItems, icon: 'icon-all', state: 'all' },
    { label: messages.searchTrash, icon: 'icon-trash', state: 'removed' },
  ] as const
  const isWhole = filter.tag === undefined && filter.site === undefined
  const steps: NextStep[] = []
  for (const { state, ...step } of elsewhere) {
    if (isWhole && state === filter.state) continue
    const wider: Filter = { state, query: filter.query }
    const count = await lists.count(wider, MAX_COUNTED + 1)
    if (count > 0)
      steps.push({
        ...step,
        hint: countInWords(count),
        href: queuePath({ filter: wider, limit: DEFAULT_PAGE }),
      })
  }
  const words = wordsIn(text)
  if (words !== '' && words !== text)
    steps.push({ label: messages.withoutFilters(words), icon: 'icon-search', search: words })
  return steps
}

/** How many results there are, in words. */
export function countInWords(count: number): string {
  return count > MAX_COUNTED
    ? messages.more(MAX_COUNTED)
    : messages.count(allMessages.formats.count(count), count)
}
