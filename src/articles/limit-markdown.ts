/** Nobody nests quotations or lists deeper; the parser's time and stack grow with the depth. */
const MAX_MARKS = 32
/** In columns. */
const MAX_INDENT = 2 * MAX_MARKS
const TAB_STOP = 4
/** UTF-16 units without a space. The parser searches from each of them for the end of an email address. */
const MAX_WORD = 1000

/** The marker of a quotation or list item (CommonMark §5.1, §5.2). */
const MARK = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y
const INDENTED_MARK = /^([ \t]+)(?=(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$))/
/** Characters that an email address can contain, except in an image's data URI. */
const WORD = /(?<![\w.!#$%&'*+/=?`{|}~-]|;base64,)[\w.!#$%&'*+/=?`{|}~-]{1000,}/g

/**
 * Removes quotation and list markers and indentation beyond any real text from each line, and breaks extremely long
 * words.
 */
export function limitMarkdown(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => limitIndent(limitNesting(line)).replace(WORD, breakWord))
    .join('\n')
}

function limitNesting(line: string): string {
  let kept = 0
  let end = 0
  MARK.lastIndex = 0
  for (let marks = 1; MARK.test(line); marks++) {
    end = MARK.lastIndex
    if (marks === MAX_MARKS) kept = end
  }
  return kept === 0 ? line : line.slice(0, kept) + line.slice(end)
}

function limitIndent(line: string): string {
  const indent = INDENTED_MARK.exec(line)?.[1]
  if (indent === undefined) return line
  let columns = 0
  for (const space of indent) columns += space === '\t' ? TAB_STOP - (columns % TAB_STOP) : 1
  return columns <= MAX_INDENT ? line : ' '.repeat(MAX_INDENT) + line.slice(indent.length)
}

function breakWord(word: string): string {
  let broken = word.slice(0, MAX_WORD)
  for (let at = MAX_WORD; at < word.length; at += MAX_WORD) broken += ` ${word.slice(at, at + MAX_WORD)}`
  return broken
}
