import { Element, Text, TEXT_NODE, writeHtml } from './dom.ts'

/** In UTF-16 units. */
const MAX_HTML_LENGTH = 1_000_000
/** Reserved for the tags around the cut and the last sentence. */
const TAGS_LENGTH = 10_000
const REST = 'The rest of this very long page is not kept.'

/** Removes the end of an article beyond the limit, and adds a sentence that says so. Returns the remaining markup. */
export function limitLength(article: Element): string {
  const html = article.innerHTML
  if (html.length <= MAX_HTML_LENGTH) return html
  cutEnd(article, MAX_HTML_LENGTH - TAGS_LENGTH)
  const last = new Element('p')
  last.append(new Text(REST))
  article.append(last)
  return article.innerHTML
}

/** Cuts an element to a length, at a word. */
function cutEnd(element: Element, room: number): void {
  let left = room
  for (const node of element.childNodes) {
    const length = left > 0 ? writeHtml(node).length : 0
    if (left === 0) node.remove()
    else if (length <= left) left -= length
    else {
      if (node.nodeType === TEXT_NODE) node.textContent = truncateAtWord(node.textContent, left)
      else cutEnd(node, left)
      left = 0
    }
  }
}

/** An escaped character takes up to six units. */
function truncateAtWord(text: string, room: number): string {
  const cut = text.slice(0, Math.floor(room / 6))
  return cut.slice(0, cut.lastIndexOf(' ') + 1) || (cut.isWellFormed() ? cut : cut.slice(0, -1))
}
