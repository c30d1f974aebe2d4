import { Failure } from '../../failure.ts'
import { queueAction, type Saved } from './action.ts'
import { saveLinkTo } from './save.ts'

/** Saves all the links, or none if one is invalid. */
export const saveLinks = queueAction({
  name: 'save-links',
  title: 'Save several links',
  description: 'Save up to 100 links; if one is wrong, none is saved.',
  path: 'save-links',
  outcome: 'saved',
  fields: {
    links: { kind: 'links', title: 'Links, one on each line', hint: 'Each as of save_link', required: true },
  },
  async run(queueChange, { links }) {
    queueChange.expectChanges(links.length)
    const saved: Saved[] = []
    for (const [index, link] of links.entries()) {
      // One millisecond apart, so that the list shows them in the order given.
      const saving = saveLinkTo(queueChange, link, { priority: 'bulk', savedAt: queueChange.now + index })
      saved.push(await saving.catch(pointInto(`#/links/${index}`)))
    }
    return saved
  },
})

/** Rethrows the failure of one link with a pointer to it in the list. */
function pointInto(at: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Failure) || !error.extras.errors) throw error
    const errors = error.extras.errors.map(({ pointer, detail }) => ({
      pointer: pointer.replace('#', at),
      detail,
    }))
    throw new Failure(error.code, error.detail, { ...error.extras, errors })
  }
}
