import { Element, Text } from './dom.ts'

/** An empty page, with as much of the DOM as Readability uses. */
export class Document {
  readonly documentElement = new Element('html')
  readonly head = new Element('head')
  readonly body = new Element('body')
  // Readability recognises its own parser by this property, and then renames elements in place.
  readonly firstChild = { __JSDOMParser__: true }

  constructor() {
    this.documentElement.append(this.head, this.body)
  }

  /** Adds the known title and author where Readability looks for them. */
  describe({ title, author }: { title: string | null; author: string | null }): void {
    this.#say('og:title', title ?? '')
    if (author !== null) this.#say('author', author)
  }

  createElement(name: string): Element {
    return new Element(name.toLowerCase())
  }

  createTextNode(text: string): Text {
    return new Text(text)
  }

  getElementsByTagName(...names: string[]): Element[] {
    return this.documentElement.getElementsByTagName(...names)
  }

  #say(property: string, content: string): void {
    const meta = new Element('meta')
    meta.setAttribute(property === 'author' ? 'name' : 'property', property)
    meta.setAttribute('content', content)
    this.head.append(meta)
  }
}
