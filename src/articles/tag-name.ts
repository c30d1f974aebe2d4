/** There are some hundred; the rest is made up. */
const MAX_TAG_NAMES = 500
const tagNames = new Map<string, string>()

/** Gives the name of an element as its tagName has it. */
export function tagNameOf(name: string): string {
  const known = tagNames.get(name)
  if (known !== undefined) return known
  const tagName = name.toUpperCase()
  if (tagNames.size < MAX_TAG_NAMES) tagNames.set(name, tagName)
  return tagName
}
