import { Element, Text, TEXT_NODE, writeHtml } from './dom.ts'

/** In UTF-16 units. */
const MAX_HTML_LENGTH = 1_000_000
/** For the tags around what is cut, and the last sentence. */
const TAGS_LENGTH = 10_000
const REST = 'The rest of this very long page is not kept.'

/** Leaves out of an article's end what goes beyond the limit, with a last sentence that says so; gives what is left. */
export function limitLength(article: Element): string {
  const html = article.innerHTML
  if (html.length <= MAX_HTML_LENGTH) return html
  cutEnd(article, MAX_HTML_LENGTH - TAGS_LENGTH)
  const last = new Element('p')
  last.append(new Text(REST))
  article.append(last)
  return article.innerHTML
}

/** Leaves so much of an element as fits, to the very word. */
function cutEnd(element: Element, room: number): void {
  let left = room
  for (const node of element.childNodes) {
    const length = left > 0 ? writeHtml(node).length : 0
    if (left === 0) node.remove()
    else if (length <= left) left -= length
    else {
      if (node.nodeType === TEXT_NODE) node.textContent = cutText(node.textContent, left)
      else cutEnd(node, left)
      left = 0
    }
  }
}

/** An escaped character takes up to six. */
function cutText(text: string, room: number): string {
  const cut = text.slice(0, Math.floor(room / 6))
  return cut.slice(0, cut.lastIndexOf(' ') + 1) || (cut.isWellFormed() ? cut : cut.slice(0, -1))
}
