import type { Element } from './dom.ts'

/** The elements that are not inside another one of them. */
export function outermost(elements: Element[]): Element[] {
  const all = new Set(elements)
  return elements.filter((element) => {
    for (let { parentNode } = element; parentNode; parentNode = parentNode.parentNode) {
      if (all.has(parentNode)) return false
    }
    return true
  })
}
