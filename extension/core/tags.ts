/** The tags of a typed text, in which commas separate them; in lower case, each once. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,，、\n]/).map((tag) => tag.trim().replace(/^#+/, '').toLowerCase())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** As an outbox entry keeps them. */
export function writeTags(tags: string[]): string {
  return tags.join(', ')
}
