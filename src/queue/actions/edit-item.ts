import { Failure } from '../../failure.ts'
import { itemAction } from './action.ts'
import { LINK_FIELDS } from '../input/field.ts'
import { titleOf } from '../model/item.ts'
import { authorOf } from '../model/actor.ts'

/** An empty title restores the page's own, an empty note removes the note, and omitted fields stay as they are. */
export const editItem = itemAction({
  name: 'edit-item',
  title: 'Edit',
  description: "Change an item's title or note. What is left out stays; an empty text clears it.",
  destroys: true,
  method: 'PATCH',
  path: '',
  fields: {
    title: { ...LINK_FIELDS.title, clears: true },
    note: { ...LINK_FIELDS.note, clears: true },
  },
  offered: (item) => item.removedAt === null,
  defaults: (item) => ({ title: titleOf(item), note: item.note ?? '' }),
  change(item, input, { actor }) {
    if (input.title === undefined && input.note === undefined) {
      throw new Failure('invalid_input', 'Nothing to change was given. Give a "title", a "note" or both.')
    }
    const { title = titleOf(item), note = item.note ?? '' } = input
    const isNewTitle = title !== titleOf(item) && (title || null) !== item.givenTitle
    const isNewNote = (note || null) !== item.note
    if (!isNewTitle && !isNewNote) return item
    const by = authorOf(actor)
    return {
      ...item,
      ...(isNewTitle && { givenTitle: title || null, titleBy: title ? by : null }),
      ...(isNewNote && { note: note || null, noteBy: note ? by : null }),
    }
  },
})
