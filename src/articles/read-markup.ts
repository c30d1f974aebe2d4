import { Parser } from 'htmlparser2'
import { type Element, TEXT_NODE } from './dom.ts'

/** Markup, or the tree of a page that is already parsed; its content is inside the root. */
export type Markup = string | Element

/** Handles the parts of markup in document order. Opening an element with `END` ends the reading. */
export type MarkupReader = {
  open(name: string, attributes: Record<string, string>): typeof END | void
  text?(text: string): void
  close(name: string): void
}

export const END = Symbol('end')

/** Reports the parts of markup to a reader. A tree is walked, so that nothing is parsed twice. */
export function readMarkup(markup: Markup, reader: MarkupReader): void {
  if (typeof markup !== 'string') return void walk(markup, reader)
  const parser = new Parser({
    onopentag(name, attributes) {
      if (reader.open(name, attributes) === END) parser.pause()
    },
    ontext: (text) => reader.text?.(text),
    onclosetag: (name) => reader.close(name),
  })
  parser.end(markup)
}

/** Whether the whole tree was walked. Trees are not deeper than the stack allows. */
function walk(root: Element, reader: MarkupReader): boolean {
  for (let node = root.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === TEXT_NODE) reader.text?.(node.textContent)
    else {
      if (reader.open(node.localName, attributesOf(node)) === END || !walk(node, reader)) return false
      reader.close(node.localName)
    }
  }
  return true
}

function attributesOf(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const name of element.attributeNames()) attributes[name] = element.getAttribute(name)!
  return attributes
}
