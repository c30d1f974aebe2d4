/** Stand for brackets until what follows them is known; these are no characters of any text, and would be brackets themselves. */
const OPENING = '\ufdd0'
const CLOSING = '\ufdd1'

/**
 * Takes back the marks that turndown sets before every character that may mean something in Markdown, where it means
 * nothing there (CommonMark §6): within a word, between spaces, before a letter. Brackets wait for `settleBrackets`.
 */
export function unescapeNeedless(escaped: string): string {
  return escaped
    .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<=\S )\\\*(?= \S)/g, '*')
    .replace(/(?<!\\)\\\\(?=[\p{L}\p{N} ])/gu, '\\')
    .replace(
      /(?<!\\)((?:\\\\)*)\\([[\]])/g,
      (_, marks: string, bracket) => marks + (bracket === '[' ? OPENING : CLOSING),
    )
}

/** Writes the brackets of texts: with a mark where an address, a definition or a box of a list would follow. */
export function settleBrackets(markdown: string): string {
  return markdown
    .replace(/\ufdd0(?=\^|[ xX]?\ufdd1 )/g, '\\[')
    .replace(/\ufdd0([^\ufdd0\ufdd1\n]*)\ufdd1(?=[([:\ufdd0])/g, '\\[$1\\]')
    .replace(/\ufdd1(?=[([:])/g, '\\]')
    .replace(/(?<=!)\ufdd0/g, '\\[')
    .replaceAll(OPENING, '[')
    .replaceAll(CLOSING, ']')
}

/** Within a link brackets come in pairs, or bear marks (CommonMark §6.3). */
export function pairBrackets(words: string): string {
  let depth = 0
  for (const character of words) {
    if (character === OPENING) depth += 1
    if (character === CLOSING) depth -= 1
    if (depth < 0) break
  }
  return depth === 0 ? words : words.replaceAll(OPENING, '\\[').replaceAll(CLOSING, '\\]')
}
