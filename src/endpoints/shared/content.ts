import { Failure } from '../../failure.ts'
import type { Item } from '../../queue/model/item.ts'

/** Seconds to wait for a page that is being fetched. */
const FETCH_WAIT = 2

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
  return new Failure(
    'not_found',
    `There is no text to read: the link leads to ${kind}. Open the link instead.`,
  )
}
