import { Parser } from 'htmlparser2'

/** What a page says of itself, as written there. */
export type HtmlHead = {
  /** Text of the first title element that holds any. */
  title: string | undefined
  /** First content of each meta element by its property, name or http-equiv in lower case. */
  meta: Map<string, string>
  /** The lang of the html element. */
  language: string | undefined
  /** The href of the first base element that has one. */
  baseHref: string | undefined
}

/** The parser's time grows with the open elements; a head has a handful. */
const MAX_DEPTH = 256

/**
 * Reads the head of a page, wherever it is: until the body begins when there was a title by then, else
 * further, since broken pages open their body too early. Time is linear in the text.
 */
export function readHead(html: string): HtmlHead {
  const head: HtmlHead = { title: undefined, meta: new Map(), language: undefined, baseHref: undefined }
  let depth = 0
  let svgDepth = 0
  let openTitle: string | undefined

  const parser = new Parser({
    onopentagname(name) {
      depth += 1
      if (name === 'svg' || svgDepth > 0) svgDepth += 1
      openTitle = name === 'title' && svgDepth === 0 ? '' : undefined
      if (depth > MAX_DEPTH || (name === 'body' && head.title !== undefined)) parser.pause()
    },
    onopentag(name, attributes) {
      if (name === 'meta') readMeta(attributes, head.meta)
      else if (name === 'html') head.language ??= attributes['lang'] ?? attributes['xml:lang']
      else if (name === 'base') head.baseHref ??= attributes['href']
    },
    ontext(text) {
      if (openTitle !== undefined) openTitle += text
    },
    onclosetag(name) {
      depth -= 1
      if (svgDepth > 0) svgDepth -= 1
      if (name === 'title' && openTitle?.trim()) head.title ??= openTitle
      openTitle = undefined
    },
  })
  parser.end(html)
  return head
}

function readMeta(attributes: Record<string, string>, meta: Map<string, string>): void {
  const { property, name, 'http-equiv': header, content } = attributes
  const key = (property || name || header)?.trim().toLowerCase()
  if (key && content?.trim() && !meta.has(key)) meta.set(key, content)
}
