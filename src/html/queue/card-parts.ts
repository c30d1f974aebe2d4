import { html } from 'hono/html'
import type { Item } from '../../queue/model/item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf, reasonLabel } from '../items/item-parts.ts'
import { agentName } from '../parts/agent-name.ts'
import { day, instant } from '../parts/instant.ts'
import { queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.card

/** In one line: site, reading time, progress, who saved it and when. */
export function metadataOf(item: Item, now: number): Fragment {
  const { site, siteName, readingMinutes, progress, savedBy, savedAt } = item
  const address = queuePath({ filter: { state: 'all', site }, limit: DEFAULT_PAGE })
  return html`<p class="meta">
    ${
      item.favouritedAt !== null &&
      html`<span class="favourite"
        ><span aria-hidden="true">★</span><span class="visually-hidden">${messages.favourite}</span></span
      >`
    }
    <a class="site" href="${address}" dir="auto">${siteName ?? site}</a>
    ${readingMinutes !== null && html`<span>${messages.readingTime(readingMinutes)}</span>`}
    ${progress > 0 && html`<span>${messages.progress(Math.max(1, Math.round(progress * 100)))}</span>`}
    <span>${messages.saved} ${instant(savedAt, now)}${savedBy && saver(savedBy.name)}</span>
    ${item.titleBy && html`<span class="agent">${messages.titleBy(agentName(item.titleBy.name))}</span>`}
    ${item.snoozedUntil !== null && html`<span>${messages.snoozedUntil} ${day(item.snoozedUntil)}</span>`}
  </p>`
}

function saver(name: string): Fragment {
  return html` ${messages.by}
    <span class="agent">${agentName(name)} <span class="badge">${messages.agent}</span></span>`
}

/** The passage that matches the search, else the excerpt. */
export function excerptOrSnippet(item: Item, snippet: Snippet | undefined): Fragment | undefined {
  const text = snippet
    ? snippet.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text))
    : item.excerpt
  if (text === null) return undefined
  return html`<p class="excerpt" dir="auto" ${languageOf(item)}>${text}</p>`
}

export function reasonOf(item: Item): Fragment | undefined {
  if (item.reason === null) return undefined
  return html`<p class="why">
    <span class="caption">${reasonLabel(item)}</span> <span dir="auto">${item.reason}</span>
  </p>`
}

export function noteOf({ note, noteBy }: Item): Fragment | undefined {
  if (note === null) return undefined
  const who = noteBy
    ? html`<span class="caption">${messages.noteBy(agentName(noteBy.name))}</span>`
    : html`<span class="visually-hidden">${messages.note}</span>`
  return html`<p class="note">${who} <span dir="auto">${note}</span></p>`
}

/** How fetching the page stands; undefined once it is saved. */
export function fetchStatus({ content, removedAt }: Item): Fragment | undefined {
  if (content.status === 'ready' || removedAt !== null) return undefined
  if (content.status === 'pending') return html`<p class="page-status" data-pending>${messages.pending}</p>`
  return html`<p class="page-status">${messages.failed} ${content.reason ?? messages.unknownFailure}</p>`
}
