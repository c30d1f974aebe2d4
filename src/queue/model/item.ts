/** A saved link. Instants are milliseconds since 1970; a state that does not hold is null. */
export type Item = {
  id: string
  /** As saved, less tracking parameters. */
  url: string
  /** Host without `www.` */
  site: string
  /** What the person or an agent called it. */
  givenTitle: string | null
  /** The agent that called it so; null where it was the person. */
  titleBy: Agent | null
  /** What the page calls itself. */
  pageTitle: string | null
  siteName: string | null
  author: string | null
  excerpt: string | null
  imageUrl: string | null
  /** The same image as it is kept here, by its name among the item's images. */
  imageName: string | null
  language: string | null
  /** When the page says that it was published. */
  publishedAt: number | null
  /** Of the article that is kept; null where nothing that can be read is. */
  wordCount: number | null
  readingMinutes: number | null
  /** Sorted, normalised. */
  tags: string[]
  note: string | null
  /** The agent that wrote the note; null where it was the person. */
  noteBy: Agent | null
  /** Why it was saved, in the saver's words. */
  reason: string | null
  /** The agent that saved it last; null where it was the person. */
  savedBy: Agent | null
  savedAt: number
  /** Where it stands in every list, the newest saved largest; given when it is kept. */
  place: number
  readAt: number | null
  favouritedAt: number | null
  /** Out of the unread list until then. */
  snoozedUntil: number | null
  /** How much of it has been read, from 0 to 1. */
  progress: number
  removedAt: number | null
  updatedAt: number
  /** The account's change number when this item last changed. */
  version: number
  content: Content
  /** The copy that is shown; null where none is kept. */
  snapshot: Snapshot | null
}

/** A copy of the page: whose, from when, and how many words it has. */
export type Snapshot = { id: string; source: CaptureSource; at: number; words: number }

/** Whose copy it is: fetched by the service, handed over by the person's browser, or provided by an agent. */
export type CaptureSource = { kind: 'service' | 'person'; agent: null } | { kind: 'agent'; agent: Agent }

export type Agent = { id: string; name: string }

/** How fetching the page went; with an article kept, `pending` and a reason are about fetching it anew. */
export type Content = {
  status: 'pending' | 'ready' | 'failed'
  reason: string | null
  /** Media type of the page, once it was fetched. */
  type: string | null
}

/** Who acts: the person, a client for them, or the service by itself: fetching, waking, emptying the trash. */
export type Actor =
  | { kind: 'person'; agent: null }
  /** `isBrowser`: it is the service's own extension, through which the person acts in their browser. */
  | { kind: 'agent'; agent: Agent; isBrowser?: true }
  | { kind: 'service'; agent: null }

export const PERSON: Actor = { kind: 'person', agent: null }
export const SERVICE: Actor = { kind: 'service', agent: null }

export function byAgent(agent: Agent, { isBrowser = false } = {}): Actor {
  return { kind: 'agent', agent, ...(isBrowser && { isBrowser }) }
}

/** The agent whose words somebody's texts are; null where they are the person's own. */
export function authorOf(actor: Actor): Agent | null {
  return actor.kind === 'agent' && !actor.isBrowser ? actor.agent : null
}

export type ItemState = 'unread' | 'read' | 'snoozed' | 'removed'

export function stateOf(item: Item): ItemState {
  if (item.removedAt !== null) return 'removed'
  if (item.readAt !== null) return 'read'
  return item.snoozedUntil === null ? 'unread' : 'snoozed'
}

/** In UTF-16 units. */
export const MAX_TITLE_LENGTH = 500

/** What to call an item: the given title, the page's, or its address without the scheme. */
export function titleOf(item: Pick<Item, 'givenTitle' | 'pageTitle' | 'url'>): string {
  return item.givenTitle ?? item.pageTitle ?? titleOfAddress(item.url)
}

function titleOfAddress(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
    .slice(0, MAX_TITLE_LENGTH)
}
