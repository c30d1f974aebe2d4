/** By tool and unknown argument: the call that does what the argument was probably meant to do. */
const HINTS: Record<string, Record<string, string>> = {
  edit_item: {
    tags: 'Call change_items with action ["tag-item"] or ["untag-item"] and `tag`.',
    tag: 'Call change_items with action ["tag-item"] or ["untag-item"] and `tag`.',
    state: 'Call change_items with action ["mark-read"] or ["mark-unread"].',
    progress: 'Call change_items with action ["set-progress"].',
    favourite: 'Call change_items with action ["favourite-item"].',
    url: 'The link of an item can’t be changed: save the other one with save_link.',
  },
  change_items: {
    note: 'Give `append` to add a paragraph to the notes, or call edit_item to replace the note of one item.',
    title: 'Call edit_item for the title of an item.',
    add_tags: 'Give action ["tag-item"] and `tag`.',
    remove_tags: 'Give action ["untag-item"] and `tag` or `untag`.',
    state: 'Give action ["mark-read"] or ["mark-unread"].',
    favourite: 'Give action ["favourite-item"] or ["unfavourite-item"].',
  },
  save_link: {
    favourite: 'Save it, then call change_items with action ["favourite-item"].',
    description: 'Give `note` for the person’s own words, or `reason` for why you save it.',
    read: 'Save it, then call change_items with action ["mark-read"].',
  },
  save_links: {
    tags: 'Give each of `links` its own `tags`.',
    urls: 'Give `links`: a list of objects with `url`.',
  },
  save_search: {
    delete: 'Give `remove`: true.',
    title: 'Give `name`.',
    new_name: 'Give `rename`.',
  },
  fetch: { url: 'Call get_item_content with `url`.' },
}

/** What to do instead of giving a tool an argument that it doesn't have; undefined if nothing is known. */
export function hintForUnknownArgument(tool: string, argument: string): string | undefined {
  return HINTS[tool]?.[argument]
}
