const LINE_MARKS: [RegExp, string][] = [
  // Code fences, and the line below the header of a table.
  [/^[ \t]*(?:```|~~~).*$/gm, ''],
  [/^[ \t]*(?:\|[ \t]*)?:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*(?:\|[ \t]*)?$/gm, ''],
  // List items, with or without a checkbox.
  [/^[ \t]*(?:[-+*]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * The visible text of a quote that was copied as Markdown: links by their text, no images, no syntax of lists, tables
 * and code. Emphasis stays, since comparing quotes ignores it. Takes linear time: in each pattern, a repeated part
 * begins with a character that can't continue the part before it.
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
