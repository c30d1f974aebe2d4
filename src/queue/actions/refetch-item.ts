import { parseExtractionChoice, EXTRACTION_CHOICES } from '../../settings/extraction-choice.ts'
import { itemAction } from './action.ts'

/**
 * Fetches the page again; the stored copy is replaced only by one that is at least as good. With another `extraction`, the
 * stored page is read again that way, and its text replaces the copy whatever it is.
 */
export const refetchItem = itemAction({
  name: 'refetch-item',
  title: 'Fetch again',
  description: 'Fetch the page of an item again. What is kept of it stays unless the new copy is as good.',
  asksWeb: true,
  method: 'PUT',
  fields: {
    extraction: {
      kind: 'choice',
      title: 'How to read it',
      hint: 'Another way to read the kept page',
      choices: EXTRACTION_CHOICES,
      // Pages have a form of their own for it.
      isApiOnly: true,
    },
  },
  isOffered: (item) => item.removedAt === null && item.content.status !== 'pending',
  unavailableReason: () => 'its page is being fetched already',
  isAlreadyApplied: (item, { extraction = item.extraction }) =>
    item.removedAt === null && item.content.status === 'pending' && extraction === item.extraction,
  change: (item, { extraction = item.extraction }) => ({
    ...item,
    extraction: parseExtractionChoice(extraction) ?? item.extraction,
    content: { ...item.content, status: 'pending', reason: null },
  }),
})
