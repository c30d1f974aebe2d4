import { itemAction } from '../action.ts'
import { LINK_FIELDS } from '../field.ts'
import { titleOf } from '../item.ts'

/** An empty title goes back to the page's own; an empty note is no note; what is not sent stays. */
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
  change(item, { title, note }) {
    const isNewTitle = title !== undefined && title !== titleOf(item)
    const edited = {
      ...item,
      givenTitle: isNewTitle ? title || null : item.givenTitle,
      note: note === undefined ? item.note : note || null,
    }
    return edited.givenTitle === item.givenTitle && edited.note === item.note ? item : edited
  },
})
