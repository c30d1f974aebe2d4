import { Failure, invalidField } from '../../failure.ts'
import { itemAction } from './action.ts'
import { LINK_FIELDS } from '../input/field.ts'
import { titleOf } from '../model/item.ts'
import { authorOf } from '../model/actor.ts'

/** An empty title restores the page's own, an empty note removes the note, and omitted fields stay as they are. */
export const editItem = itemAction({
  name: 'edit-item',
  title: 'Edit',
  description:
    "Change an item's title or note, or append to the note. What is left out stays; an empty text clears it.",
  destroys: true,
  method: 'PATCH',
  path: '',
  fields: {
    title: { ...LINK_FIELDS.title, clears: true },
    note: { ...LINK_FIELDS.note, clears: true },
    append: {
      ...LINK_FIELDS.note,
      title: 'Add to the note',
      hint: 'A paragraph to add to the note',
      isApiOnly: true,
    },
  },
  isOffered: (item) => item.removedAt === null,
  defaults: (item) => ({ title: titleOf(item), note: item.note ?? '' }),
  change(item, input, { actor }) {
    if (input.title === undefined && input.note === undefined && input.append === undefined) {
      throw new Failure('invalid_input', 'Nothing to change was given. Give a "title", a "note" or "append".')
    }
    const { title = titleOf(item) } = input
    const note = appended(input.note ?? item.note ?? '', input.append)
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

/** A note with one more paragraph, unless it ends with that one already, so that an agent may repeat. */
function appended(note: string, paragraph: string | undefined): string {
  if (paragraph === undefined || note === paragraph || note.endsWith(`\n\n${paragraph}`)) return note
  const longer = note === '' ? paragraph : `${note}\n\n${paragraph}`
  const { maxLength } = LINK_FIELDS.note
  if (longer.length <= maxLength) return longer
  throw invalidField('append', `The note would be ${longer.length} characters long; it takes ${maxLength}.`)
}
