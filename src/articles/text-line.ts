import { type Element, ELEMENT_NODE } from './dom.ts'

const INLINE = new Set(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Whether an element contains a single run of text and no blocks. */
export function isLine(element: Element): boolean {
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === ELEMENT_NODE && !(INLINE.has(node.localName) && isLine(node))) return false
  }
  return true
}

/** The text of an element on one line. */
export function textOnOneLine(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim()
}
