const LINE_MARKS: [RegExp, string][] = [
  // Fences of code, and the line below the head of a table.
  [/^[ \t]*(?:```|~~~).*$/gm, ''],
  [/^[ \t]*(?:\|[ \t]*)?:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*(?:\|[ \t]*)?$/gm, ''],
  // Items of lists, with and without a box.
  [/^[ \t]*(?:[-+*]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * What a quote says that was copied from Markdown: links by their words, no images, no marks of lists, tables and code.
 * Marks of emphasis stay, since they are looked over anyway. Takes time that grows with the length of the quote, whatever
 * is in it: a part of a pattern that repeats begins with a character that cannot go on the part before it.
 */
export function withoutMarkdown(quote: string): string {
  let text = quote.replace(/!\[[^[\]]{0,1000}\]\([^()\s]{0,3000}(?:[ \t]+"[^"]{0,500}")?\)/g, '')
  text = text.replace(
    /\[((?:[^[\]]|\[[^[\]]*\]){0,3000})\](?:\([^()\s]{0,3000}(?:\([^()\s]{0,300}\)[^()\s]{0,300})?(?:[ \t]+"[^"]{0,500}")?\)|\[[^\]]{0,100}\])/g,
    '$1',
  )
  text = text.replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,3000})>/g, '$1')
  for (const [mark, words] of LINE_MARKS) text = text.replace(mark, words)
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
