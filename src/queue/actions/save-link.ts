import { queueAction } from '../action.ts'
import { LINK_FIELDS } from '../field.ts'
import { saveLinkTo } from '../save.ts'

/** Saving a link again moves its item to the top, so an agent may retry. */
export const saveLink = queueAction({
  name: 'save-link',
  title: 'Save a link',
  description:
    'Save a link to read later. One that is there already moves to the top, unread, with its tags united.',
  path: '',
  fields: LINK_FIELDS,
  run: async (change, input) => [await saveLinkTo(change, input, 'fresh')],
})
