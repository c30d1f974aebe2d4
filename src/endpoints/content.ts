import { Failure } from '../failure.ts'
import type { Item } from '../queue/item.ts'
import type { Services } from '../services.ts'
import type { Presented } from './present.ts'
import { createRecent, textBytes } from './recent.ts'

/** Seconds until a page that is being fetched may be there. */
const FETCH_WAIT = 2

const presented = createRecent<Presented>(
  'article',
  ({ html, headings }) => textBytes(html) + textBytes(headings.map(({ text }) => text).join('')),
)

/**
 * The article of an item, safe to show, its images from below `base`; undefined where none is kept. Made
 * anew where the item has changed, and by every release.
 */
export async function presentedArticle(
  { db }: Services,
  accountId: string,
  item: Item,
  base: string,
): Promise<Presented | undefined> {
  if (item.wordCount === null) return undefined
  const key = `${accountId} ${item.id} ${item.version} ${base}`
  return presented.take(db, key, async () => {
    const { present } = await import('./present.ts')
    return present(db, accountId, item, base)
  })
}

/** Why an item has nothing to read, as a `not_found` that says what to do. */
export function noContent({ content }: Item): Failure {
  if (content.status === 'pending') {
    const detail = 'The page of this item is still being fetched. Try again in a moment.'
    return new Failure('not_found', detail, { retryAfter: FETCH_WAIT })
  }
  if (content.status === 'failed') {
    return new Failure('not_found', content.reason ?? 'The page of this item could not be fetched.')
  }
  const kind = content.type ?? 'a file of unknown type'
  return new Failure('not_found', `There is no text to read: the link leads to ${kind}. Open it itself.`)
}
