import { html } from 'hono/html'
import { parseQuery } from '../../queue/search/query.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { queueAddress } from '../items/queue-address.ts'
import { allWords } from '../words/words.ts'

const words = allWords.queue.search
const MINUTES = [5, 15, 30]

/** Leads to what can be read in the time that someone has, within the list that is shown. */
export function timeFilter({ filter, limit }: Search): Fragment {
  const text = filter.query?.text ?? ''
  const others = text.replace(/(^|\s)under:\S+/gi, ' ').trim()
  const addressOf = (condition: string) => {
    const words = [others, condition].filter(Boolean).join(' ')
    return queueAddress({ filter: { ...filter, query: words ? parseQuery(words) : undefined }, limit })
  }
  const chosen = MINUTES.find((minutes) => new RegExp(`(^|\\s)under:${minutes}m?(\\s|$)`, 'i').test(text))
  const link = (minutes: number) => {
    const current = minutes === chosen ? 'true' : undefined
    return html`<li>
      <a${attributes({ href: addressOf(`under:${minutes}m`), 'aria-current': current })}
        >${words.time(minutes)}</a
      >
    </li>`
  }
  return html`<div class="times" role="group" aria-labelledby="times-label">
    <span id="times-label">${words.times}</span>
    <ul>
      ${MINUTES.map(link)}
      ${chosen !== undefined && html`<li><a href="${addressOf('')}">${words.anyTime}</a></li>`}
    </ul>
  </div>`
}
