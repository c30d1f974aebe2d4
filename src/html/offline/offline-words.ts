import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'

/** What scripts say of reading offline, as an attribute that they read. */
export function offlineWords(): Fragment {
  return attributes({ 'data-words': JSON.stringify(allMessages.offline.words) })
}
