import { itemAction } from './action.ts'
import { MAX_TAG_LENGTH } from '../model/tag.ts'

/** Removing a tag is idempotent, so an agent may retry. */
export const untagItem = itemAction({
  name: 'untag-item',
  title: 'Remove a tag',
  description: 'Take one tag off an item.',
  method: 'PUT',
  fields: { tag: { kind: 'tag', title: 'Tag', required: true, maxLength: MAX_TAG_LENGTH } },
  isOffered: (item) => item.removedAt === null && item.tags.length > 0,
  unavailableReason: () => 'the item has no tags',
  isAlreadyApplied: (item, { tag }) => item.removedAt === null && !item.tags.includes(tag),
  change: (item, { tag }) =>
    item.tags.includes(tag) ? { ...item, tags: item.tags.filter((kept) => kept !== tag) } : item,
})
