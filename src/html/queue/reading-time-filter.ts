import { html } from 'hono/html'
import { parseQuery } from '../../queue/search/query.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.search
const MINUTES = [5, 15, 30]

/** Links that limit the list by reading time. */
export function readingTimeFilter({ filter, limit }: Search): Fragment {
  const text = filter.query?.text ?? ''
  const otherTerms = text.replace(/(^|\s)under:\S+/gi, ' ').trim()
  const pathWith = (condition: string) => {
    const messages = [otherTerms, condition].filter(Boolean).join(' ')
    return queuePath({ filter: { ...filter, query: messages ? parseQuery(messages) : undefined }, limit })
  }
  const chosen = MINUTES.find((minutes) => new RegExp(`(^|\\s)under:${minutes}m?(\\s|$)`, 'i').test(text))
  const link = (minutes: number) => {
    const current = minutes === chosen ? 'true' : undefined
    return html`<li>
      <a${attributes({ href: pathWith(`under:${minutes}m`), 'aria-current': current })}
        >${messages.time(minutes)}</a
      >
    </li>`
  }
  return html`<div class="times" role="group" aria-labelledby="times-label">
    <span id="times-label">${messages.times}</span>
    <ul>
      ${MINUTES.map(link)}
      ${chosen !== undefined && html`<li><a href="${pathWith('')}">${messages.anyTime}</a></li>`}
    </ul>
  </div>`
}
