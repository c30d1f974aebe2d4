import { Attribute } from './attribute.ts'
import { escapeText } from '../text/escape-text.ts'
import { parseMarkup } from './parse-markup.ts'
import { tagNameOf } from './tag-name.ts'

/** A text or an element: the DOM as far as Readability uses it, without live collections, styles and events. */
export type Node = Text | Element

export const ELEMENT_NODE = 1
export const TEXT_NODE = 3

const VOID = new Set('area br col embed hr img input source track wbr'.split(' '))
const NO_NODES: Node[] = []

class Child {
  parentNode: Element | null = null
  previousSibling: Node | null = null
  nextSibling: Node | null = null

  remove(this: Node): void {
    const { parentNode, previousSibling, nextSibling } = this
    if (!parentNode) return
    if (previousSibling) previousSibling.nextSibling = nextSibling
    else parentNode.firstChild = nextSibling
    if (nextSibling) nextSibling.previousSibling = previousSibling
    else parentNode.lastChild = previousSibling
    this.parentNode = this.previousSibling = this.nextSibling = null
  }

  replaceWith(this: Node, ...nodes: Node[]): void {
    for (const node of nodes) this.parentNode?.insertBefore(node, this)
    this.remove()
  }

  get nextElementSibling(): Element | null {
    let next = this.nextSibling
    while (next?.nodeType === TEXT_NODE) next = next.nextSibling
    return next
  }

  get previousElementSibling(): Element | null {
    let previous = this.previousSibling
    while (previous?.nodeType === TEXT_NODE) previous = previous.previousSibling
    return previous
  }
}

export class Text extends Child {
  readonly nodeType = TEXT_NODE
  readonly nodeName = '#text'
  readonly tagName = undefined
  readonly childNodes = NO_NODES
  textContent: string

  constructor(text: string) {
    super()
    this.textContent = text
  }
}

export class Element extends Child {
  readonly nodeType = ELEMENT_NODE
  firstChild: Node | null = null
  lastChild: Node | null = null
  localName = ''
  tagName = ''
  readonly #attributes = new Map<string, string>()
  // Readability stores its score of an element here.
  readability: unknown = undefined
  _readabilityDataTable: boolean | undefined = undefined

  constructor(name: string) {
    super()
    this.rename(name)
  }

  rename(name: string): void {
    this.localName = name
    this.tagName = tagNameOf(name)
  }

  get nodeName(): string {
    return this.tagName
  }

  get childNodes(): Node[] {
    const nodes: Node[] = []
    for (let node = this.firstChild; node; node = node.nextSibling) nodes.push(node)
    return nodes
  }

  get children(): Element[] {
    const elements: Element[] = []
    for (let node = this.firstChild; node; node = node.nextSibling)
      if (node.nodeType === ELEMENT_NODE) elements.push(node)
    return elements
  }

  get firstElementChild(): Element | null {
    const { firstChild } = this
    return firstChild?.nodeType === TEXT_NODE ? firstChild.nextElementSibling : firstChild
  }

  get textContent(): string {
    let text = ''
    for (let node = nextInOrder(this, this); node; node = nextInOrder(node, this)) {
      if (node.nodeType === TEXT_NODE) text += node.textContent
    }
    return text
  }

  appendChild(node: Node): void {
    this.insertBefore(node, null)
  }

  append(...nodes: Node[]): void {
    for (const node of nodes) this.insertBefore(node, null)
  }

  insertBefore(node: Node, next: Node | null): void {
    node.remove()
    const previous = next ? next.previousSibling : this.lastChild
    node.parentNode = this
    node.previousSibling = previous
    node.nextSibling = next
    if (previous) previous.nextSibling = node
    else this.firstChild = node
    if (next) next.previousSibling = node
    else this.lastChild = node
  }

  replaceChild(node: Node, replaced: Node): void {
    if (node !== replaced) replaced.replaceWith(node)
  }

  removeChild(node: Node): void {
    node.remove()
  }

  getElementsByTagName(...tagNames: string[]): Element[] {
    const names = tagNames.map((name) => name.toLowerCase())
    const elements: Element[] = []
    for (let node = nextInOrder(this, this); node; node = nextInOrder(node, this)) {
      if (node.nodeType === ELEMENT_NODE && names.includes(node.localName)) elements.push(node)
    }
    return elements
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value)
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name)
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name)
  }

  attributeNames(): Iterable<string> {
    return this.#attributes.keys()
  }

  get attributes(): Attribute[] {
    return Array.from(this.#attributes, ([name, value]) => new Attribute(name, value))
  }

  setAttributeNode({ name, value }: Attribute): void {
    this.setAttribute(name, value)
  }

  get id(): string {
    return this.#attributes.get('id') ?? ''
  }

  set id(id: string) {
    this.#attributes.set('id', id)
  }

  get src(): string {
    return this.#attributes.get('src') ?? ''
  }

  get className(): string {
    return this.#attributes.get('class') ?? ''
  }

  set className(names: string) {
    this.#attributes.set('class', names)
  }

  get innerHTML(): string {
    let html = ''
    for (let node = this.firstChild; node; node = node.nextSibling) html += writeHtml(node)
    return html
  }

  set innerHTML(html: string) {
    while (this.firstChild) this.firstChild.remove()
    parseInto(this, html)
  }
}

/** The next node in document order, within `root`. */
function nextInOrder(node: Node, root: Element): Node | null {
  if (node.nodeType === ELEMENT_NODE && node.firstChild) return node.firstChild
  return nextAfterDescendants(node, root)
}

/** The next node in document order after all descendants of this one. */
function nextAfterDescendants(node: Node, root: Element): Node | null {
  let last: Node | null = node
  while (last && last !== root) {
    if (last.nextSibling) return last.nextSibling
    last = last.parentNode
  }
  return null
}

/** Serialises a node as markup. */
export function writeHtml(node: Node): string {
  if (node.nodeType === TEXT_NODE) return escapeText(node.textContent)
  let html = `<${node.localName}`
  for (const name of node.attributeNames()) html += ` ${name}="${escapeText(node.getAttribute(name)!)}"`
  html += '>'
  return VOID.has(node.localName) ? html : `${html}${node.innerHTML}</${node.localName}>`
}

function parseInto(root: Element, html: string): void {
  let parent = root
  parseMarkup(html, {
    open(name, attributes) {
      const element = new Element(name)
      for (const key in attributes) element.setAttribute(key, attributes[key]!)
      parent.append(element)
      parent = element
    },
    text: (text) => parent.append(new Text(text)),
    close: () => void (parent = parent.parentNode!),
  })
}
