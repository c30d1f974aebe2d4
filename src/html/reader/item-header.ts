import { html } from '../html.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf, reasonOf } from '../items/item-parts.ts'
import { tagLinks } from '../items/item-tags.ts'
import { headIcon, siteLetter } from '../items/site-icon.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { relativeTime } from '../parts/instant.ts'
import { queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { inTrash } from './in-trash.ts'
import { provenanceNotes, savedNote } from './provenance.ts'
import type { ReadingView } from './reading-view.ts'
import { requestBox } from './request-section.ts'

const messages = allMessages.reader

/** UTF-16 units. */
const LONG_TITLE = 120

/** The header of an item's page: site, length and date above the title; below it one line of who wrote and saved it, and why. */
export function itemHeader(view: ReadingView): Fragment {
  const { item, siteIcon, now, person } = view
  return html`<header class="article-head">
    ${kicker(item, siteIcon, now)}
    <h1
      id="title"
      dir="auto"
      ${languageOf(item)}
      ${attributes({ 'data-long': isLongTitle(item) || undefined })}
    >
      ${titleOf(item)}
    </h1>
    <p class="byline">
      ${
        item.author !== null &&
        html`<span
          >${messages.author} <b><bdi>${item.author}</bdi></b></span
        >`
      }
      ${item.favouritedAt !== null && html`<span class="favourite"><span aria-hidden="true">★</span> ${messages.isFavourite}</span>`}
      ${savedNote(item, now)} ${provenanceNotes(item)}
    </p>
    ${inTrash(view)} ${reasonOf(item)} ${noteOf(item)} ${requestBox(item, now)}
    ${tagLinks(item, person.tagColours)}
  </header>`
}

/** Site, reading time and date, as far as they are known. */
function kicker(item: Item, siteIcon: string | undefined, now: number): Fragment {
  const site = queuePath({ filter: { state: 'all', site: item.site }, limit: DEFAULT_PAGE })
  return html`<p class="kicker">
    <a
      class="site"
      href="${site}"
      dir="auto"
      ${attributes({ 'data-letter': siteIcon === undefined ? siteLetter(item) : undefined })}
      >${siteIcon !== undefined && headIcon(item.site, siteIcon)}${item.siteName ?? item.site}</a
    >
    ${item.readingMinutes !== null && html`<span>${messages.readingTime(item.readingMinutes)}</span>`}
    ${
      item.publishedAt !== null &&
      html`<span
        ><span class="visually-hidden">${messages.published}</span>
        ${relativeTime(item.publishedAt, now)}</span
      >`
    }
  </p>`
}

/** Whether the title is set in smaller type. */
function isLongTitle(item: Item): boolean {
  return titleOf(item).length > LONG_TITLE
}

function noteOf({ note, noteBy }: Item): Fragment | undefined {
  if (note === null) return undefined
  return html`<div class="note">
    <p class="caption">${noteBy ? messages.noteBy(agentName(noteBy.name)) : messages.noteTitle}</p>
    <p dir="auto">${note}</p>
  </div>`
}
