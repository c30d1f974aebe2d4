import { itemAction } from './action.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, uniteTags } from '../model/tag.ts'

/** Adding a tag is idempotent, so an agent may retry. */
export const tagItem = itemAction({
  name: 'tag-item',
  title: 'Tag',
  description: 'Put one tag on an item. The tags it has stay.',
  method: 'PUT',
  fields: { tag: { kind: 'tag', title: 'Tag', required: true, maxLength: MAX_TAG_LENGTH } },
  isOffered: (item) => item.removedAt === null && item.tags.length < MAX_TAGS,
  unavailableReason: () => `the item has ${MAX_TAGS} tags, which is the most there can be`,
  isAlreadyApplied: (item, { tag }) => item.removedAt === null && item.tags.includes(tag),
  change: (item, { tag }) =>
    item.tags.includes(tag) ? item : { ...item, tags: uniteTags(item.tags, [tag]) },
})
