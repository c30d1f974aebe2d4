import { html } from 'hono/html'
import type { Item } from '../queue/item.ts'
import { DEFAULT_PAGE } from '../queue/page.ts'
import type { Fragment } from './fragment.ts'
import { agentName } from './parts/agent-name.ts'
import { attributes } from './parts/attributes.ts'
import { instant } from './parts/instant.ts'
import { queueAddress } from './queue-address.ts'

/** Where an item is from, who saved it and when. */
export function originOf(item: Item, now: number): Fragment {
  const site = queueAddress({ filter: { state: 'all', site: item.site }, limit: DEFAULT_PAGE })
  return html`<p class="origin">
    ${item.favouritedAt !== null && html`<span class="favourite"><span aria-hidden="true">★</span> Favourite</span>`}
    <a class="site" href="${site}" dir="auto">${item.siteName ?? item.site}</a>
    <span>saved ${instant(item.savedAt, now)} by ${saverOf(item)}</span>
  </p>`
}

export function saverOf(item: Item): Fragment {
  if (!item.savedBy) return html`you`
  return html`<span class="agent">${agentName(item.savedBy.name)} <span class="badge">agent</span></span>`
}

export function reasonOf(item: Item): Fragment | undefined {
  if (item.reason === null) return undefined
  return html`<p class="reason"><span class="what">Why:</span> <span dir="auto">${item.reason}</span></p>`
}

export function excerptOf(item: Item): Fragment | undefined {
  if (item.excerpt === null) return undefined
  return html`<p class="excerpt" dir="auto" ${languageOf(item)}>${item.excerpt}</p>`
}

export function noteOf(item: Item): Fragment | undefined {
  if (item.note === null) return undefined
  return html`<div class="note">
    <span class="what">Note</span>
    <p dir="auto">${item.note}</p>
  </div>`
}

/** What is to be said of fetching the page; nothing once it is there. */
export function pageStatusOf({ content }: Item): Fragment | undefined {
  if (content.status === 'ready') return undefined
  if (content.status === 'pending') return html`<p class="page-status">Fetching the page…</p>`
  const reason = content.reason ?? 'It could not be fetched.'
  return html`<p class="page-status failed"><span class="what">The page was not fetched.</span> ${reason}</p>`
}

/** The language of the page's own words, where it names one that is well formed. */
export function languageOf({ language }: Item): Fragment {
  const isTag = language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)
  return attributes({ lang: isTag ? language : undefined })
}
