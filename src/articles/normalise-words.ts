/** The words of a text in lower case, without punctuation. */
export function normaliseWords(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
