import { queueAction } from './action.ts'
import { LINK_FIELDS } from '../input/field.ts'
import { saveLinkTo } from './save.ts'

/** In bytes. */
const MAX_HTML = 10_000_000

const { keep, ...fields } = LINK_FIELDS

/** Saving a link again moves its item to the top, so an agent may retry. */
export const saveLink = queueAction({
  name: 'save-link',
  title: 'Save a link',
  description: 'Save a link to read later. One saved already moves up, unread, tags united.',
  path: '',
  outcome: 'saved',
  fields: {
    ...fields,
    html: {
      kind: 'markup',
      title: 'HTML of the page',
      hint: "The page's HTML, instead of fetching it; shown as yours",
      maxLength: MAX_HTML,
    },
    keep,
  },
  run: async (queueChange, input) => [await saveLinkTo(queueChange, input, { priority: 'fresh' })],
})
