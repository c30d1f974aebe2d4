/** HTML has about a hundred; more are made up. */
const MAX_TAG_NAMES = 500
const tagNames = new Map<string, string>()

/** The `tagName` of an element with this name. */
export function tagNameOf(name: string): string {
  const known = tagNames.get(name)
  if (known !== undefined) return known
  const tagName = name.toUpperCase()
  if (tagNames.size < MAX_TAG_NAMES) tagNames.set(name, tagName)
  return tagName
}
