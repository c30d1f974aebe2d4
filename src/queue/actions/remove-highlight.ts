import { findHighlight } from '../highlights/highlights.ts'
import { itemAction } from './action.ts'
import { HIGHLIGHT_FIELD } from './edit-highlight.ts'

/** A highlight that is not there is as good as removed, so an agent may retry. */
export const removeHighlight = itemAction({
  name: 'remove-highlight',
  title: 'Remove a highlight',
  description: 'Remove a highlight with its note.',
  destroys: true,
  method: 'PUT',
  fields: { highlight: HIGHLIGHT_FIELD },
  isOffered: (item) => item.removedAt === null && item.highlightCount > 0,
  unavailableReason: () => 'the item has no highlights',
  isAlreadyApplied: (item) => item.removedAt === null,
  async load({ tx, accountId }, { id }, { input: { highlight } }) {
    const found = await findHighlight(tx, { accountId, itemId: id }, highlight)
    return found ? { [found.id]: found } : {}
  },
  change: (item, { highlight }) =>
    item.highlights?.[highlight] ? { ...item, highlights: { [highlight]: null } } : item,
})
