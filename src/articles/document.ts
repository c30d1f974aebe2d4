import { Element, Text } from './dom.ts'

/** A page with nothing on it, in the terms of the DOM as far as Readability uses them. */
export class Document {
  readonly documentElement = new Element('html')
  readonly head = new Element('head')
  readonly body = new Element('body')
  // By this mark of its own parser Readability knows that it may rename elements where they stand.
  readonly firstChild = { __JSDOMParser__: true }

  constructor() {
    this.documentElement.append(this.head, this.body)
  }

  /** Says of the page what was found out about it, where Readability looks for that. */
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
