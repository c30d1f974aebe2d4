import { Failure, invalidField } from '../../failure.ts'
import { colourNamed } from '../highlights/colour.ts'
import type { Highlight } from '../highlights/highlight.ts'
import { type HighlightedItem, requireHighlight, NO_SUCH_HIGHLIGHT } from '../highlights/highlights.ts'
import type { Field } from '../input/field.ts'
import { itemAction } from './action.ts'
import { COLOUR_FIELD, HIGHLIGHT_NOTE } from './highlight-item.ts'

/** Names one highlight of the item. */
export const HIGHLIGHT_FIELD = {
  kind: 'line',
  title: 'Highlight',
  hint: 'Id of a highlight',
  required: true,
  maxLength: 100,
} as const satisfies Field

/** An empty note removes the note, and omitted fields stay as they are. */
export const editHighlight = itemAction({
  name: 'edit-highlight',
  title: 'Edit a highlight',
  description:
    'Change the note or the colour of a highlight. What is left out stays; an empty note clears it.',
  destroys: true,
  method: 'PUT',
  fields: { highlight: HIGHLIGHT_FIELD, note: { ...HIGHLIGHT_NOTE, clears: true }, colour: COLOUR_FIELD },
  isOffered: (item) => item.removedAt === null && item.highlightCount > 0,
  unavailableReason: () => 'the item has no highlights',
  async load({ tx, accountId }, { id }, { input: { highlight } }) {
    const found = await requireHighlight(tx, { accountId, itemId: id }, highlight)
    return { [found.id]: found }
  },
  change(item, { highlight: id, note, colour }, { now }) {
    if (note === undefined && colour === undefined) {
      throw new Failure('invalid_input', 'Nothing to change was given. Give a "note" or a "colour".')
    }
    const highlight = loadedHighlight(item, id)
    const after = {
      ...highlight,
      note: note === undefined ? highlight.note : note || null,
      colour: colour === undefined ? highlight.colour : colourNamed(colour),
    }
    if (after.note === highlight.note && after.colour === highlight.colour) return item
    return { ...item, highlights: { [id]: { ...after, updatedAt: now } } }
  },
})

function loadedHighlight({ highlights }: HighlightedItem, id: string): Highlight {
  const highlight = highlights?.[id]
  if (!highlight) throw invalidField('highlight', NO_SUCH_HIGHLIGHT)
  return highlight
}
