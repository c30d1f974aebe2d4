/** The tags in a typed text, separated by commas: in lower case, each once. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,，、\n]/).map((tag) => tag.trim().replace(/^#+/, '').toLowerCase())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** Joins tags in the format of an outbox entry. */
export function writeTags(tags: string[]): string {
  return tags.join(', ')
}
