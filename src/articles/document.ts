import { Element, Text } from './dom.ts'

/** A page with nothing on it. */
export class Document {
  readonly documentElement = new Element('html')
  readonly body = new Element('body')
  // Readability asks for this to know that it may rename elements in place.
  readonly firstChild = { __JSDOMParser__: true }

  constructor() {
    this.documentElement.append(new Element('head'), this.body)
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
}
