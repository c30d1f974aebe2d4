import { Parser } from 'htmlparser2'
import { Element, Text } from './dom.ts'

/** Parses markup, and appends what is in it to an element. */
export function parseInto(root: Element, html: string): void {
  let parent = root
  // The parser gives each character reference by itself.
  let text = ''
  function endText(): void {
    if (text !== '') parent.appendChild(new Text(text))
    text = ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      endText()
      const element = new Element(name)
      for (const key in attributes) element.setAttribute(key, attributes[key]!)
      parent.appendChild(element)
      parent = element
    },
    ontext: (data) => void (text += data),
    onclosetag() {
      endText()
      parent = parent.parentNode!
    },
  })
  parser.end(html)
  endText()
}
