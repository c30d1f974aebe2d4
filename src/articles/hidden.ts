import { type Element, type Node, TEXT_NODE } from './dom.ts'
import { hasDrawnTwin } from './formula-twin.ts'
import { isHiddenByStyle } from './style/inline-style.ts'

type Attributes = Record<string, string>

/**
 * How an element is kept from being seen: for good, only from those who listen to the page, or as scripts do it with
 * what they are going to show; or only the text that is directly in it. `shown`: it is seen, within such a text.
 */
export type Hiding = 'unseen' | 'unheard' | 'faint' | 'blank' | 'shown'

export type Hidden = { element: Element; hiding: Hiding }

const HIDING_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|assistive-text|mw-editsection|noprint)(?:\s|$)/

/** Says whether the classes and attributes of an element hide it, whatever its style is. */
export function hidingByName(attributes: Attributes): 'unseen' | 'unheard' | undefined {
  if (HIDING_CLASS.test(attributes['class'] ?? '')) return 'unseen'
  return attributes['aria-hidden'] === 'true' ? 'unheard' : undefined
}

/** Says whether an element of a piece of markup, whose style sheets are not known, is seen by nobody. */
export function isUnseen(name: string, attributes: Attributes): boolean {
  const { hidden, open, style } = attributes
  if (hidden !== undefined && hidden !== 'until-found') return true
  if (style !== undefined && isHiddenByStyle(style)) return true
  return (name === 'dialog' && open === undefined) || hidingByName(attributes) === 'unseen'
}

/** Below this many characters a page shows nothing to speak of. */
const NEXT_TO_NOTHING = 500
/** Of its text: scripts reveal a page that hides more, and nobody ever sees what one with less hides. */
const PAGE_SHARE = 0.8

/**
 * Takes hidden elements out of the page. What makes up the page itself stays: scripts reveal it, or a dialog
 * only lies before it. A formula that is hidden beside a rendering of it stays, the rendering goes.
 * `isShownAtOnce`: no script reveals anything of it, so that nothing unseen stays.
 */
export function dropHidden(body: Element, hidden: Hidden[], isShownAtOnce: boolean): void {
  const elementsOf = (wanted: Hiding) =>
    hidden.filter(({ hiding }) => hiding === wanted).map(({ element }) => element)
  dropBlank(body, elementsOf('blank'), isShownAtOnce)
  dropSingly(
    body,
    hidden.filter(({ hiding }) => hiding === 'unseen' || hiding === 'unheard'),
    isShownAtOnce,
  )
  dropFaint(body, elementsOf('faint'), isShownAtOnce)
}

/** Drops the text that is directly in these elements. */
function dropBlank(body: Element, elements: Element[], isShownAtOnce: boolean): void {
  const texts = elements.flatMap(({ childNodes }) =>
    childNodes.filter(({ nodeType }) => nodeType === TEXT_NODE),
  )
  if (texts.length === 0) return
  const length = texts.reduce((sum: number, { textContent }: Node) => sum + textContent.length, 0)
  const whole = body.textContent.length
  if (!isShownAtOnce && length > whole * PAGE_SHARE && whole - length < NEXT_TO_NOTHING) return
  for (const text of texts) text.remove()
}

/** What scripts fade in is a page's every part, and more than is shown at once. */
function dropFaint(body: Element, faint: Element[], isShownAtOnce: boolean): void {
  if (faint.length === 0) return
  const whole = body.textContent.length
  const length = faint.reduce((sum, { textContent }) => sum + textContent.length, 0)
  if (!isShownAtOnce && (length > whole / 2 || whole - length < NEXT_TO_NOTHING)) return
  for (const element of faint) element.remove()
}

function dropSingly(body: Element, hidden: Hidden[], isShownAtOnce: boolean): void {
  if (hidden.length === 0) return
  const whole = body.textContent.length
  const lengths = hidden.map(({ element }) => element.textContent.length)
  const shown = whole - lengths.reduce((sum, length) => sum + length, 0)
  // A rendering may be hidden itself, so this is asked while all are there.
  const formulas = hidden.map(({ element }) => {
    const [formula] = element.getElementsByTagName('math')
    return formula && hasDrawnTwin(element, formula) ? formula : undefined
  })
  for (const [index, { element, hiding }] of hidden.entries()) {
    const share = lengths[index]! / whole
    const isRevealed = !isShownAtOnce && share > PAGE_SHARE && shown < NEXT_TO_NOTHING
    const isPage = hiding === 'unheard' ? share > 0.5 : isRevealed
    if (isPage) continue
    const formula = formulas[index]
    if (formula) element.replaceWith(formula)
    else element.remove()
  }
}

/** The images of noscript elements take the place of those that scripts would load; all else in them goes. */
export function unwrapNoscripts(noscripts: Element[], hasImage: (source: string) => boolean): void {
  for (const noscript of noscripts) {
    const images = noscript.getElementsByTagName('img')
    const isDouble = images.every((image) => hasImage(image.getAttribute('src') ?? ''))
    if (isDouble || showsImage(noscript.previousElementSibling)) noscript.remove()
    else noscript.replaceWith(...images)
  }
}

function showsImage(element: Element | null): boolean {
  if (!element) return false
  return (
    element.localName === 'img' ||
    (element.getElementsByTagName('img').length === 1 && element.textContent.trim() === '')
  )
}
