import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { emptyBox, nextStep } from '../parts/empty-box.ts'

const messages = allMessages.highlights.page

/** What is shown to somebody who has no highlights. */
export function emptyState(): Fragment {
  return emptyBox({
    icon: 'highlighter',
    title: messages.empty,
    hint: messages.emptyHint,
    next: nextStep('/queue', messages.toQueue),
  })
}
