/** Deeper than anybody quotes or lists; the parser's time and stack grow with the depth. */
const MAX_MARKS = 32

/** The mark of a quotation or of an item of a list at its place in a line (CommonMark §5.1, §5.2). */
const MARK = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y

/** Takes from each line the marks of quotations and lists beyond what anybody writes. */
export function limitMarkdownDepth(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => limitLine(line))
    .join('\n')
}

function limitLine(line: string): string {
  let kept = 0
  let end = 0
  MARK.lastIndex = 0
  for (let marks = 1; MARK.test(line); marks++) {
    end = MARK.lastIndex
    if (marks === MAX_MARKS) kept = end
  }
  return kept === 0 ? line : line.slice(0, kept) + line.slice(end)
}
