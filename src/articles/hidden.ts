import { type Element, type Node, TEXT_NODE } from './dom.ts'
import { hasRenderedTwin } from './formula-twin.ts'
import { isHiddenByStyle } from './style/inline-style.ts'
import type { Visibility } from './style/visibility.ts'

type Attributes = Record<string, string>

/** The visibility of an element by its styles and classes; `aria-hidden` if it is hidden only from screen readers. */
export type Hiding = Visibility | 'aria-hidden'

export type Hidden = { element: Element; hiding: Hiding }

const HIDING_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|assistive-text|mw-editsection|noprint)(?:\s|$)/

/** How the classes and attributes of an element hide it, regardless of styles. */
export function hidingByName(attributes: Attributes): 'hidden' | 'aria-hidden' | undefined {
  if (HIDING_CLASS.test(attributes['class'] ?? '')) return 'hidden'
  return attributes['aria-hidden'] === 'true' ? 'aria-hidden' : undefined
}

/** Whether an element is hidden from everybody, in markup whose style sheets are unknown. */
export function isHiddenInMarkup(name: string, attributes: Attributes): boolean {
  const { hidden, open, style } = attributes
  if (hidden !== undefined && hidden !== 'until-found') return true
  if (style !== undefined && isHiddenByStyle(style)) return true
  return (name === 'dialog' && open === undefined) || hidingByName(attributes) === 'hidden'
}

/** A page with fewer visible characters shows next to nothing. */
const MIN_VISIBLE_LENGTH = 500
/** The share of hidden text from which on scripts must reveal the page; less hidden text is never seen. */
const PAGE_SHARE = 0.8

/**
 * Removes hidden elements from the page. An element that holds most of the page stays: scripts reveal it, or a dialog
 * covers it. A formula that is hidden beside its rendering stays, and the rendering is removed. `isShownAtOnce`: no
 * script reveals anything, so all hidden elements are removed.
 */
export function dropHidden(body: Element, hidden: Hidden[], isShownAtOnce: boolean): void {
  const elementsOf = (wanted: Hiding) =>
    hidden.filter(({ hiding }) => hiding === wanted).map(({ element }) => element)
  dropHiddenText(body, elementsOf('text-hidden'), isShownAtOnce)
  dropSingly(
    body,
    hidden.filter(({ hiding }) => hiding === 'hidden' || hiding === 'aria-hidden'),
    isShownAtOnce,
  )
  dropTransparent(body, elementsOf('transparent'), isShownAtOnce)
}

/** Removes the text that is directly in these elements. */
function dropHiddenText(body: Element, elements: Element[], isShownAtOnce: boolean): void {
  const texts = elements.flatMap(({ childNodes }) =>
    childNodes.filter(({ nodeType }) => nodeType === TEXT_NODE),
  )
  if (texts.length === 0) return
  const length = texts.reduce((sum: number, { textContent }: Node) => sum + textContent.length, 0)
  const whole = body.textContent.length
  if (!isShownAtOnce && length > whole * PAGE_SHARE && whole - length < MIN_VISIBLE_LENGTH) return
  for (const text of texts) text.remove()
}

/** Elements that scripts fade in stay if they hold more text than the visible part of the page. */
function dropTransparent(body: Element, transparent: Element[], isShownAtOnce: boolean): void {
  if (transparent.length === 0) return
  const whole = body.textContent.length
  const length = transparent.reduce((sum, { textContent }) => sum + textContent.length, 0)
  if (!isShownAtOnce && (length > whole / 2 || whole - length < MIN_VISIBLE_LENGTH)) return
  for (const element of transparent) element.remove()
}

function dropSingly(body: Element, hidden: Hidden[], isShownAtOnce: boolean): void {
  if (hidden.length === 0) return
  const whole = body.textContent.length
  const lengths = hidden.map(({ element }) => element.textContent.length)
  const shown = whole - lengths.reduce((sum, length) => sum + length, 0)
  // Checked while all elements are in the tree, since a rendering may be hidden itself.
  const formulas = hidden.map(({ element }) => {
    const [formula] = element.getElementsByTagName('math')
    return formula && hasRenderedTwin(element, formula) ? formula : undefined
  })
  for (const [index, { element, hiding }] of hidden.entries()) {
    const share = lengths[index]! / whole
    const isRevealed = !isShownAtOnce && share > PAGE_SHARE && shown < MIN_VISIBLE_LENGTH
    const isPage = hiding === 'aria-hidden' ? share > 0.5 : isRevealed
    if (isPage) continue
    const formula = formulas[index]
    if (formula) element.replaceWith(formula)
    else element.remove()
  }
}

/** Replaces images that scripts would load by the images in the `<noscript>` elements, and removes the rest of those. */
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
