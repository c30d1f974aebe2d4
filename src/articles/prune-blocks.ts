import * as phrases from './boilerplate-phrases.ts'
import type { Element } from './dom.ts'
import { namesOf } from './element-names.ts'
import { isLine, lineOf } from './text-line.ts'
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
const MAX_ABOUT_LENGTH = 200
const MAX_DATE_LENGTH = 80
/** Of the text, from its begin and from its end. */
const HEAD_SHARE = 0.15
const TAIL_SHARE = 0.75

type Block = { element: Element; text: string; measure: TextMeasure; at: number }

/**
 * Takes single blocks out of an article: links to other articles, what the site asks of its reader, lines of author and
 * date at the begin and end, and captions that are there twice.
 */
export function pruneBlocks(article: Element, pageUrl: string): void {
  const measures = measureTree(article)
  const whole = measures.get(article)!.text
  const blocks: Block[] = []
  let length = 0
  collect(article)
  const host = URL.parse(pageUrl)?.host
  const seen = new Set<string>()
  const pruned = blocks.filter((block) => !isKept(block))
  const left = pruned.reduce((length, { measure }) => length - measure.text, whole)
  // Else these are the page: a list of links.
  if (left < whole / 2) return
  for (const { element } of pruned) element.remove()

  function collect(parent: Element): void {
    for (const child of parent.children) {
      const measure = measures.get(child)!
      if (KEPT_WHOLE.has(child.localName)) length += measure.text
      else if (isLine(child)) {
        const text = lineOf(child)
        if (text !== '') blocks.push({ element: child, text, measure, at: length / whole })
        length += measure.text
      } else collect(child)
    }
  }

  function isKept(block: Block): boolean {
    const { text, measure, at, element } = block
    if (text.length > MAX_LINE_LENGTH) return !(at > TAIL_SHARE && isAuthorsNote(text))
    if (phrases.CREDIT.test(text) || (text.length >= MIN_CAPTION_LENGTH && isCaption(element))) {
      if (seen.has(text)) return false
      seen.add(text)
    }
    if (phrases.CONTROL.test(text) && !HEADING.test(element.localName)) return false
    if (element.localName === 'li' && measure.linked < measure.text / 2) return true
    const isLinked = measure.links > 0
    const isLast = at > TAIL_SHARE
    if ((isLinked || /[:…]$/.test(text)) && phrases.SEE_ALSO.test(text)) return false
    const isAsking = phrases.ASKS.test(text) || (isLast && phrases.FOLLOW.test(text))
    if (isAsking && (isLinked || isLast || text.length < MAX_SLOGAN_LENGTH)) return false
    if ((at < HEAD_SHARE || isLast) && isAboutArticle(text)) return false
    return !isTeaser(block)
  }

  /** A line of its own that is a link to another page of the site. */
  function isTeaser({ element, text, measure }: Block): boolean {
    if (element.localName === 'li' || text.length < MIN_TEASER_LENGTH) return false
    if (HEADING.test(element.localName) && !isAllOfItem(element, measure)) return false
    if (measure.linked < measure.text * 0.95 || measure.links !== 1) return false
    const href = element.getElementsByTagName('a')[0]?.getAttribute('href') ?? ''
    return URL.parse(href)?.host === host && !/[.!?…]$/.test(text)
  }

  /** Lists of other articles have headings for items. */
  function isAllOfItem({ parentNode }: Element, { text }: TextMeasure): boolean {
    return parentNode?.localName === 'li' && measures.get(parentNode)!.text === text
  }
}

/** In a gallery each stands under the large image and under the small one. */
function isCaption(element: Element): boolean {
  const { parentNode } = element
  return CAPTION.test(namesOf(element)) || (parentNode !== null && CAPTION.test(namesOf(parentNode)))
}

function isAboutArticle(text: string): boolean {
  if (text.length > MAX_ABOUT_LENGTH) return false
  return phrases.BY_OR_WHEN.test(text) || (text.length < MAX_DATE_LENGTH && phrases.DATE_LINE.test(text))
}

function isAuthorsNote(text: string): boolean {
  return text.length < MAX_NOTE_LENGTH && phrases.FOLLOW.test(text)
}
