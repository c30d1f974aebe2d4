import { type FieldIn, fieldsIn, propertyOf } from '../../queue/model/fields.ts'

/** What the members of an item mean; those of `content` are told one by one. */
const MEANINGS: Record<Exclude<FieldIn<'api'>, 'content'>, string> = {
  id: 'stays the same for the life of the item',
  url: 'the address as saved, less tracking parameters',
  givenTitle: "the given title, else the page's, else the address",
  titleBy: 'which agent gave the title; null: the person, or nobody did',
  site: 'host without www',
  brokenAt:
    'since when its link is known to be broken; null where it is not. Search finds these by `is:broken`',
  siteName: 'what the site calls itself',
  author: 'what the page says of itself, where it does; so are the next ones',
  excerpt: 'a summary, or how the text begins',
  imageUrl: 'its lead image',
  language: 'of the text',
  publishedAt: 'when it was published',
  wordCount: 'of the article; null where none is kept',
  readingMinutes: 'of the article; null where none is kept',
  tags: "the person's and their agents'",
  note: 'a note, in the words of `noteBy`',
  noteBy: "an agent, or null where the words are the person's",
  request: 'what an agent should do with it, in words; search finds open requests by `is:asked`',
  requestBy: "which agent asked; null where it is the person's own request, or there is none",
  requestedAt: 'when that was asked',
  answer: 'the answer, in the words of `answerBy`, which closes the request',
  answerBy: 'the agent that answered; null: the person, or nobody did',
  answeredAt: 'when that was answered',
  reason: 'why it was saved',
  savedAt: 'when it was saved last',
  savedBy: 'by which agent; null: the person',
  readAt: 'since when it is read',
  favouritedAt: 'since when it is a favourite',
  snoozedUntil: 'when it comes back into the unread list',
  progress: 'how much has been read, from 0 to 1',
  removedAt: 'since when it is in the trash',
  highlightCount: 'how many passages are highlighted; its link `highlights` leads to them',
  updatedAt: 'the last change',
  extraction: 'how somebody chose to find the text of this page; null: the service judges',
}

/** A row of a Markdown table for each. */
export const ITEM_MEMBERS = [
  ...fieldsIn('api')
    .filter((name) => name !== 'content')
    .map((name) => [propertyOf(name), MEANINGS[name]]),
  ['state', 'unread, read, snoozed or removed: the list it is in, also its class'],
  ['favourite', 'whether it is a favourite'],
]
  .map(([name, meaning]) => `| ${name} | ${meaning} |`)
  .join('\n')
