// Places in the text of an article, counted as the service counts them: all its text nodes, in UTF-16 units.

/** What scripts put into an article is no part of its text. */
const ADDED = '.copy, .footnote'

const walkerOf = (article) =>
  document.createTreeWalker(article, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT
    return node.matches(ADDED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
  })

/** The text nodes of an article, in their order. */
export const textNodes = (article) => {
  const nodes = []
  const walker = walkerOf(article)
  while (walker.nextNode()) nodes.push(walker.currentNode)
  return nodes
}

export const articleText = (article) =>
  textNodes(article)
    .map(({ data }) => data)
    .join('')

/** Where a range begins and ends in the text of an article; what of it is outside is left out. */
export const placeOf = (article, range) => {
  let at = 0
  let start
  let end = 0
  for (const node of textNodes(article)) {
    if (range.intersectsNode(node)) {
      const from = node === range.startContainer ? range.startOffset : 0
      const to = node === range.endContainer ? range.endOffset : node.length
      if (from < to) {
        start ??= at + from
        end = at + to
      }
    }
    at += node.length
  }
  return start === undefined ? undefined : { start, end }
}

/** The range of a place in the text of an article. */
export const rangeOf = (article, { start, end }) => {
  const range = new Range()
  let at = 0
  let isBegun = false
  for (const node of textNodes(article)) {
    if (!isBegun && start < at + node.length) {
      range.setStart(node, start - at)
      isBegun = true
    }
    if (isBegun && end <= at + node.length) {
      range.setEnd(node, end - at)
      return range
    }
    at += node.length
  }
  return range
}
