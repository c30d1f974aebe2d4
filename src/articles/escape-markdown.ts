/**
 * Stand for brackets until the text after them is known. They are noncharacters, and would be read as brackets in any
 * case.
 */
const OPENING = '\ufdd0'
const CLOSING = '\ufdd1'

/**
 * Removes the backslashes that turndown puts before every character that can be special in Markdown where the
 * character is not special (CommonMark §6): within a word, between spaces, before a letter. Brackets are decided by
 * `settleBrackets`.
 */
export function removeNeedlessEscapes(escaped: string): string {
  return escaped
    .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<=\S )\\\*(?= \S)/g, '*')
    .replace(/(?<!\\)\\\\(?=[\p{L}\p{N} ])/gu, '\\')
    .replace(
      /(?<!\\)((?:\\\\)*)\\([[\]])/g,
      (_, marks: string, bracket) => marks + (bracket === '[' ? OPENING : CLOSING),
    )
}

/** Writes the brackets of texts, with a backslash only where a link, a definition or a task list item would begin. */
export function resolveBrackets(markdown: string): string {
  return markdown
    .replace(/\ufdd0(?=\^|[ xX]?\ufdd1 )/g, '\\[')
    .replace(/\ufdd0([^\ufdd0\ufdd1\n]*)\ufdd1(?=[([:\ufdd0])/g, '\\[$1\\]')
    .replace(/\ufdd1(?=[([:])/g, '\\]')
    .replace(/(?<=!)\ufdd0/g, '\\[')
    .replaceAll(OPENING, '[')
    .replaceAll(CLOSING, ']')
}

/** Within a link, brackets must be paired or escaped (CommonMark §6.3). */
export function balanceBrackets(words: string): string {
  let depth = 0
  for (const character of words) {
    if (character === OPENING) depth += 1
    if (character === CLOSING) depth -= 1
    if (depth < 0) break
  }
  return depth === 0 ? words : words.replaceAll(OPENING, '\\[').replaceAll(CLOSING, '\\]')
}
