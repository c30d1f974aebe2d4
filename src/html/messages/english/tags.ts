import { plural } from '../format/plural.ts'

/** The texts of the page of all tags. */
export const tags = {
  title: 'Tags',
  none: 'No tags yet',
  noneHint: 'Tags that you or an agent put on items appear here.',
  /** Completes a link’s name for screen readers. */
  named: (tag: string) => ` ${tag}`,
  items: (shown: string, count: number) => `${shown} ${plural(count, 'item', 'items')}`,
  rename: {
    title: 'Rename or merge',
    label: (tag: string) => `New name for “${tag}”`,
    hint: 'If you give the name of another tag, the two are merged.',
    button: 'Rename',
  },
  colour: {
    label: 'Colour',
    none: 'No colour',
    names: {
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      green: 'Green',
      blue: 'Blue',
      purple: 'Purple',
      pink: 'Pink',
    },
  },
  remove: 'Delete this tag',
  removeHint: 'The items stay.',
  cancel: 'Cancel',
  done: {
    renamed: ({ tag, to, shown, count }: { tag: string; to: string; shown: string; count: number }) =>
      `Renamed “${tag}” to “${to}” on ${shown} ${plural(count, 'item', 'items')}.`,
    removed: (tag: string, shown: string, count: number) =>
      `Deleted “${tag}” from ${shown} ${plural(count, 'item', 'items')}.`,
    coloured: (tag: string, colour: string) => `Colour of “${tag}”: ${colour}`,
    uncoloured: (tag: string) => `Removed the colour of “${tag}”`,
    nothing: 'Nothing was changed: no item has this tag.',
    same: 'It has this name already.',
  },
  filter: 'Filter tags',
  noMatch: 'No tag contains this.',
  order: 'Order',
  orders: { name: 'Name', count: 'Items' },
  more: 'More tags',
  first: 'Back to the first tags',
}
