import { queueAction, type Saved } from '../action.ts'
import { saveLinkTo } from '../save.ts'

/** Saves all of them or, where one is wrong, none. */
export const saveLinks = queueAction({
  name: 'save-links',
  title: 'Save several links',
  path: 'save-links',
  fields: { links: { kind: 'links', title: 'Links, one on each line', required: true } },
  async run(change, { links }) {
    const saved: Saved[] = []
    for (const link of links) saved.push(await saveLinkTo(change, link, 'bulk'))
    return saved
  },
})
