/** The id of the suggestions for every field that takes tags. */
export const TAG_OPTIONS = 'tag-options'
