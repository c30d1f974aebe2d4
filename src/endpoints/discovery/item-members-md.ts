import { type FieldIn, fieldsIn, propertyOf } from '../../queue/model/fields.ts'

/** What the members of an item mean; those of `content` are told one by one. */
const MEANINGS: Record<Exclude<FieldIn<'api'>, 'content'>, string> = {
  id: 'stays the same for the life of the item',
  url: 'the address as saved, less tracking parameters',
  givenTitle: "the given title, else the page's, else the address",
  titleBy: 'which agent gave the title; null: the person, or nobody did',
  site: 'host without www',
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
  reason: 'why it was saved',
  savedAt: 'when it was saved last',
  savedBy: 'by which agent; null: the person',
  readAt: 'since when it is read',
  favouritedAt: 'since when it is a favourite',
  snoozedUntil: 'when it comes back into the unread list',
  progress: 'how much has been read, from 0 to 1',
  removedAt: 'since when it is in the trash',
  updatedAt: 'the last change',
}

/** A row of a Markdown table for each. */
export const ITEM_MEMBERS = fieldsIn('api')
  .filter((name) => name !== 'content')
  .map((name) => `| ${propertyOf(name)} | ${MEANINGS[name]} |`)
  .join('\n')
