// Named `markup`, so that the formatter leaves the templates alone: every row of a page repeats their white space.
import { html as markup } from '../html.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { tagLabel } from '../parts/tag-label.ts'
import type { Actor, Agent } from '../../queue/model/actor.ts'
import { valueBy } from '../../queue/model/field-views.ts'
import { fieldsIn } from '../../queue/model/fields.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import type { Fragment } from '../fragment.ts'
import { FIELD_VALUES } from '../items/field-values.ts'
import { languageOf } from '../items/item-parts.ts'
import { requestLine } from '../items/request-parts.ts'
import { queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { translated } from '../messages/sentences.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName, displayName } from '../parts/agent-name.ts'
import { relativeTime } from '../parts/instant.ts'
import { snoozeDay } from '../actions/snooze-presets.ts'
import { ownBrowser } from '../parts/own-browser.ts'
import type { RowOptions } from './row.ts'

const messages = allMessages.queue.card

/** Tags that a row shows; its menu has the others too. */
const MAX_TAGS = 4

/**
 * The line above the title begins with the site. This is its markup up to the attributes of the site's link; a row puts
 * the site's icon between this and `metadataEnd`.
 */
export function metadataStart({ site }: Item): Fragment {
  const address = queuePath({ filter: { state: 'all', site }, limit: DEFAULT_PAGE })
  return markup`<p class="meta"><a class="site" href="${address}" dir="auto"`
}

/**
 * The rest of the line: the site's name, the end of the snooze, the reading time, fields with their labels, the agent that
 * saved the item and when, and the tags; in the trash, who removed it. The end of the line may be clipped.
 */
export function metadataEnd(
  item: Item,
  {
    now,
    state,
    colours,
    timeZone,
    remover,
  }: Pick<RowOptions, 'now' | 'state' | 'colours' | 'timeZone' | 'remover'>,
): Fragment {
  const { site, siteName, readingMinutes, savedBy, savedAt, snoozedUntil, titleBy } = item
  return markup`${siteName ?? site}</a>${
    snoozedUntil !== null &&
    markup` <span class="until">${messages.snoozedUntil} ${snoozeDay(snoozedUntil, timeZone)}</span>`
  }${
    readingMinutes !== null &&
    item.removedAt === null &&
    markup` <span>${messages.readingTime(readingMinutes)}</span>`
  }${labelledFields(item)}${savedBy && item.removedAt === null && markup` ${saver(savedBy, titleBy?.id === savedBy.id)}`} ${item.removedAt === null ? relativeTime(savedAt, now) : removal(remover, relativeTime(item.removedAt, now))}${
    titleBy &&
    titleBy.id !== savedBy?.id &&
    markup` <span class="agent">${messages.titleBy(agentName(titleBy.name))}</span>`
  }${item.tags.map(
    (tag, index) =>
      markup` <a class="tag" href="${queuePath({ filter: { state, tag }, limit: DEFAULT_PAGE })}"${index >= MAX_TAGS && markup` hidden`}>${tagLabel(tag, colours)}</a>`,
  )}${item.tags.length > MAX_TAGS && markup` <span>+${item.tags.length - MAX_TAGS}</span>`}</p>`
}

const LABELLED = fieldsIn('card')

function labelledFields(item: Item): Fragment[] {
  const { labels } = allMessages.fields
  return LABELLED.filter((name) => item[name] !== null).map(
    (name) => markup` <span>${labels[name]} ${valueBy(FIELD_VALUES, name)(item[name])}</span>`,
  )
}

/** Who moved an item to the trash, and when. */
function removal(remover: Actor | undefined, when: Fragment): Fragment {
  const agent = remover?.agent
  const text =
    remover?.kind === 'person'
      ? messages.removedByYou(when)
      : agent
        ? messages.removedBy(markup`<span class="agent">${agentName(agent.name)}</span>`, when)
        : messages.removed(when)
  return markup`<span class="removal">${text}</span>`
}

/** The person's own browser that saved it, or the agent with its mark; the tooltip says whether it wrote the title as well. */
function saver(agent: Agent, wroteTitle: boolean): Fragment {
  const { name } = agent
  const browser = ownBrowser(agent)
  if (browser !== undefined) return markup`<span class="browser">${messages.savedFrom(browser)}</span>`
  const tooltip = (wroteTitle ? messages.savedAndTitledBy : messages.savedBy)(displayName(name))
  return markup`<span class="agent saver" title="${tooltip}">${agentAvatar(name)}<span class="visually-hidden">${messages.savedByAgent} </span>${agentName(name)}${
    wroteTitle && markup`<span class="visually-hidden">, ${messages.titleBy(agentName(name))}</span>`
  }</span>`
}

/**
 * Below the title: the passage that was searched for, else what was asked or answered, why an agent saved it, the note,
 * and the excerpt.
 */
export function textOf(item: Item, snippet: Snippet | undefined): Fragment {
  const status = fetchStatus(item)
  const request = requestLine(item)
  const reason = reasonOf(item)
  const note = noteOf(item)
  const isFull = snippet === undefined && (status ?? request ?? reason ?? note) !== undefined
  return markup`${status}${request}${reason}${note}${!isFull && excerptOrSnippet(item, snippet)}`
}

function excerptOrSnippet(item: Item, snippet: Snippet | undefined): Fragment | undefined {
  const text = snippet ? marked(nearMatch(snippet)) : item.excerpt
  if (text === null) return undefined
  return markup`<p class="excerpt" dir="auto"${languageOf(item)}>${text}</p>`
}

/** A text with its matches marked. */
export function marked(text: Snippet): (Fragment | string)[] {
  return text.map(({ text, isFound }) => (isFound ? markup`<mark>${text}</mark>` : text))
}

/** Characters before a match: few, since a row has one line, which ends soon on a phone. */
const LEAD = 24

/** The passage from shortly before its first match. */
function nearMatch(snippet: Snippet): Snippet {
  const first = snippet.findIndex(({ isFound }) => isFound)
  const before = snippet
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  if (before.length <= LEAD) return snippet
  // Starts neither within a word nor within a surrogate pair.
  const lead = before.slice(-LEAD).replace(/^[\uDC00-\uDFFF]|^\S*\s+/u, '')
  return [{ text: `…${lead}`, isFound: false }, ...snippet.slice(first)]
}

/** A quotation of the agent that the line above names. */
function reasonOf(item: Item): Fragment | undefined {
  if (item.reason === null) return undefined
  return markup`<p class="why"><q dir="auto">${item.reason}</q></p>`
}

function noteOf({ note, noteBy }: Item): Fragment | undefined {
  if (note === null) return undefined
  const who = noteBy ? messages.noteBy(agentName(noteBy.name)) : messages.note
  return markup`<p class="note"><span class="caption">${who}</span> <span dir="auto">${note}</span></p>`
}

/** Whether the page is being fetched, or why that failed; undefined once the page is saved. */
function fetchStatus({ content, removedAt }: Item): Fragment | undefined {
  if (content.status === 'ready' || removedAt !== null) return undefined
  if (content.status === 'pending') return markup`<p class="page-status" data-pending>${messages.pending}</p>`
  const reason =
    content.reason === null ? undefined : markup`. <span dir="auto">${translated(content.reason)}</span>`
  return markup`<p class="page-status icon-alert">${messages.failed}${reason}</p>`
}
