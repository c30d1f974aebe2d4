import { html } from 'hono/html'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf, reasonOf, saverOf } from '../items/item-parts.ts'
import { tagLinks } from '../items/item-tags.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { instant } from '../parts/instant.ts'
import { sourceText } from '../parts/source-text.ts'
import { queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** UTF-16 units. */
const LONG_TITLE = 120

/** The header of an item's page: site, title, byline, who saved it and why. */
export function itemHeader({ item, now, state }: ReadingView): Fragment {
  const site = queuePath({ filter: { state: 'all', site: item.site }, limit: DEFAULT_PAGE })
  return html`<header class="article-head">
    <p class="kicker"><a class="site" href="${site}" dir="auto">${item.siteName ?? item.site}</a></p>
    <h1
      id="title"
      dir="auto"
      ${languageOf(item)}
      ${attributes({ 'data-long': isLongTitle(item) || undefined })}
    >
      ${titleOf(item)}
    </h1>
    ${byline(item, now)}
    <p class="byline">
      ${item.favouritedAt !== null && html`<span class="favourite"><span aria-hidden="true">★</span> ${messages.isFavourite}</span>`}
      <span>${messages.saved} ${instant(item.savedAt, now)} ${messages.by} ${saverOf(item)}</span>
      ${item.titleBy && html`<span class="agent">${messages.titleBy(agentName(item.titleBy.name))}</span>`}
    </p>
    ${item.snapshot && html`<p class="byline source"><span>${sourceText(item.snapshot.source, item.site)}</span></p>`}
    ${reasonOf(item)} ${tagLinks(item, state)}
  </header>`
}

/** Author, date and reading time, as far as they are known. */
function byline(item: Item, now: number): Fragment | undefined {
  const parts = [
    item.author !== null &&
      html`<span
        >${messages.author} <b><bdi>${item.author}</bdi></b></span
      >`,
    item.publishedAt !== null &&
      html`<span
        ><span class="visually-hidden">${messages.published}</span> ${instant(item.publishedAt, now)}</span
      >`,
    readingTime(item),
  ].filter(Boolean)
  return parts.length === 0 ? undefined : html`<p class="byline">${parts}</p>`
}

/** Whether the title is set in smaller type. */
function isLongTitle(item: Item): boolean {
  return titleOf(item).length > LONG_TITLE
}

/** The reading time, and what is left of it once reading has started. */
function readingTime({ readingMinutes, progress }: Item): Fragment | undefined {
  if (readingMinutes === null) return undefined
  const left = Math.ceil(readingMinutes * (1 - progress))
  const isStarted = progress > 0 && left > 0 && left < readingMinutes
  return html`<span>${messages.readingTime(readingMinutes)}</span>
    <span
      class="time-left"
      ${attributes({
        'data-minutes': readingMinutes,
        'data-words': messages.timeLeft('#'),
        hidden: isStarted ? undefined : true,
      })}
      >${messages.timeLeft(String(left))}</span
    >`
}
