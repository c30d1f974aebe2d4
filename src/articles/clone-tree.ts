import { Element, Text, TEXT_NODE } from './dom.ts'

/** Copies an element with all that is in it, so that it can be taken apart twice. */
export function cloneTree(element: Element): Element {
  const copy = new Element(element.localName)
  for (const name of element.attributeNames()) copy.setAttribute(name, element.getAttribute(name)!)
  for (let node = element.firstChild; node; node = node.nextSibling) {
    copy.append(node.nodeType === TEXT_NODE ? new Text(node.textContent) : cloneTree(node))
  }
  return copy
}
