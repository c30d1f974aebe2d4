import { html } from 'hono/html'
import { type ListName, LIST_NAMES } from '../../queue/model/states.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Counts } from '../../queue/items/queue-state.ts'
import type { Search } from '../../queue/lists/search.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { isFiltered, LIST_LABELS, queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue
const MAX_SHOWN_TAGS = 12

/** The lists and the tags of a queue, each with its count. */
export function queueSidebar(search: Search, totals: Counts, tags: TagCount[]): Fragment {
  return html`<div class="queue-sidebar">
    ${lists(search, totals)} ${tags.length > 0 && tagNavigation(search, tags)}
    <button type="button" class="button plain keys-open" hidden>${messages.keys.open}</button>
  </div>`
}

function lists({ filter, limit }: Search, totals: Counts): Fragment {
  const count = (state: ListName) =>
    state === 'all' ? totals.unread + totals.read + totals.snoozed : totals[state]
  const list = (state: ListName) => {
    const current = state === filter.state ? 'page' : undefined
    return html`<li>
      <a${attributes({ href: queuePath({ filter: { ...filter, state }, limit }), 'aria-current': current })}
        >${LIST_LABELS[state]} ${!isFiltered(filter) && html`<span class="count">${count(state)}</span>`}</a
      >
    </li>`
  }
  return html`<nav class="tabs" aria-label="${messages.lists}">
    <ul>
      ${LIST_NAMES.map(list)}
    </ul>
  </nav>`
}

function tagNavigation({ filter }: Search, tags: TagCount[]): Fragment {
  const link = ({ tag, count }: TagCount) => {
    const href = queuePath({ filter: { state: 'all', tag }, limit: DEFAULT_PAGE })
    const current = tag === filter.tag ? 'page' : undefined
    return html`<li>
      <a${attributes({ href, 'aria-current': current })}
        ><bdi>${tag}</bdi> <span class="count">${count}</span></a
      >
    </li>`
  }
  const more = tags.slice(MAX_SHOWN_TAGS)
  const hasCurrent = more.some(({ tag }) => tag === filter.tag)
  return html`<nav class="tag-nav" aria-labelledby="tags-heading">
    <h2 id="tags-heading">${messages.tags}</h2>
    <ul>
      ${tags.slice(0, MAX_SHOWN_TAGS).map(link)}
    </ul>
    ${
      more.length > 0 &&
      html`<details${attributes({ open: hasCurrent || undefined })}>
        <summary>${messages.moreTags}</summary>
        <ul>
          ${more.map(link)}
        </ul>
      </details>`
    }
  </nav>`
}
