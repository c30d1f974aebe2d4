import { Element, Text, TEXT_NODE } from './dom.ts'

/** A deep copy of an element, so that one of the two can be mutated. */
export function cloneTree(element: Element): Element {
  const copy = new Element(element.localName)
  for (const name of element.attributeNames()) copy.setAttribute(name, element.getAttribute(name)!)
  for (let node = element.firstChild; node; node = node.nextSibling) {
    copy.append(node.nodeType === TEXT_NODE ? new Text(node.textContent) : cloneTree(node))
  }
  return copy
}
