import * as phrases from './boilerplate-phrases.ts'
import type { Element } from './dom.ts'
import { elementWords } from './element-names.ts'
import { isLine, textOnOneLine } from './text-line.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

const KEPT_WHOLE = new Set(['pre', 'table', 'math', 'blockquote', 'figure', 'dl'])
const HEADING = /^h[1-6]$/

const CAPTION = /-(?:caption|captions|gallery|slide|slides|slideshow|photo|image|credit)-/

/** In UTF-16 units. */
const MAX_LINE_LENGTH = 320
const MAX_NOTE_LENGTH = 640
const MAX_SLOGAN_LENGTH = 60
const MIN_CAPTION_LENGTH = 40
const MIN_TEASER_LENGTH = 20
const MAX_BYLINE_LENGTH = 200
const MAX_DATE_LENGTH = 80
/** The shares of the text that count as its beginning and its end. */
const HEAD_SHARE = 0.15
const TAIL_SHARE = 0.75

type Block = { element: Element; text: string; measure: TextMeasure; position: number }

/**
 * Removes blocks that don't belong to the article: links to other articles, calls to action, lines of author and date
 * at the beginning and the end, and repeated captions.
 */
export function pruneBlocks(article: Element, pageUrl: string): void {
  const measures = measureTree(article)
  const totalLength = measures.get(article)!.text
  const blocks: Block[] = []
  let length = 0
  collect(article)
  const host = URL.parse(pageUrl)?.host
  const seen = new Set<string>()
  const pruned = blocks.filter((block) => !belongsToArticle(block))
  const remaining = pruned.reduce((length, { measure }) => length - measure.text, totalLength)
  // Otherwise these blocks are the content: the page is a list of links.
  if (remaining < totalLength / 2) return
  for (const { element } of pruned) element.remove()

  function collect(parent: Element): void {
    for (const child of parent.children) {
      const measure = measures.get(child)!
      if (KEPT_WHOLE.has(child.localName)) length += measure.text
      else if (isLine(child)) {
        const text = textOnOneLine(child)
        if (text !== '') blocks.push({ element: child, text, measure, position: length / totalLength })
        length += measure.text
      } else collect(child)
    }
  }

  function belongsToArticle(block: Block): boolean {
    const { text, measure, position, element } = block
    if (text.length > MAX_LINE_LENGTH) return !(position > TAIL_SHARE && isAuthorsNote(text))
    if (phrases.CREDIT.test(text) || (text.length >= MIN_CAPTION_LENGTH && isCaption(element))) {
      if (seen.has(text)) return false
      seen.add(text)
    }
    if (phrases.MEDIA_CONTROL.test(text) && !HEADING.test(element.localName)) return false
    if (element.localName === 'li' && measure.linked < measure.text / 2) return true
    const isLinked = measure.links > 0
    const isLast = position > TAIL_SHARE
    if ((isLinked || /[:…]$/.test(text)) && phrases.SEE_ALSO.test(text)) return false
    const isCallToAction = phrases.CALL_TO_ACTION.test(text) || (isLast && phrases.AUTHOR_NOTE.test(text))
    if (isCallToAction && (isLinked || isLast || text.length < MAX_SLOGAN_LENGTH)) return false
    if ((position < HEAD_SHARE || isLast) && isBylineOrDate(text)) return false
    return !isTeaser(block)
  }

  /** Whether a line is only a link to another page of the site. */
  function isTeaser({ element, text, measure }: Block): boolean {
    if (element.localName === 'li' || text.length < MIN_TEASER_LENGTH) return false
    if (HEADING.test(element.localName) && !isWholeItem(element, measure)) return false
    if (measure.linked < measure.text * 0.95 || measure.links !== 1) return false
    const href = element.getElementsByTagName('a')[0]?.getAttribute('href') ?? ''
    return URL.parse(href)?.host === host && !/[.!?…]$/.test(text)
  }

  /** Whether the heading is the only text of a list item, as in lists of other articles. */
  function isWholeItem({ parentNode }: Element, { text }: TextMeasure): boolean {
    return parentNode?.localName === 'li' && measures.get(parentNode)!.text === text
  }
}

/** In a gallery each caption is below the large image and below the thumbnail. */
function isCaption(element: Element): boolean {
  const { parentNode } = element
  return (
    CAPTION.test(elementWords(element)) || (parentNode !== null && CAPTION.test(elementWords(parentNode)))
  )
}

function isBylineOrDate(text: string): boolean {
  if (text.length > MAX_BYLINE_LENGTH) return false
  return phrases.BYLINE.test(text) || (text.length < MAX_DATE_LENGTH && phrases.DATE_LINE.test(text))
}

function isAuthorsNote(text: string): boolean {
  return text.length < MAX_NOTE_LENGTH && phrases.AUTHOR_NOTE.test(text)
}
