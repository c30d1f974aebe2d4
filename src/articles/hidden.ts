import type { Element } from './dom.ts'

type Attributes = Record<string, string>

/** How an element is kept from being seen: for good, or only from those who listen to the page. */
export type Hiding = 'unseen' | 'unheard'

export type Hidden = { element: Element; hiding: Hiding }

const HIDING_STYLE = new RegExp(
  [
    'display:none',
    'visibility:(?:hidden|collapse)',
    'font-size:0(?![.\\d])',
    'clip-path:inset\\((?:50|100)%',
    'clip:rect\\((?:0|1px)[,\\s]?(?:0|1px)',
    'text-indent:-\\d{3,}',
    '(?:left|right|top|bottom|margin-left|margin-top):-\\d{3,}',
    '(?:max-)?(?:width|height):[01](?:px)?(?:;|$|!).*overflow:hidden',
    'overflow:hidden.*(?:max-)?(?:width|height):[01](?:px)?(?:;|$|!)',
  ]
    .map((rule) => `(?:^|;)${rule}`)
    .join('|'),
)
const HIDING_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|assistive-text|mw-editsection|noprint)(?:\s|$)/
const MAX_STYLE_LENGTH = 500

/** Says whether an element is hidden, by its own attributes, with all that is in it. */
export function hidingOf(name: string, attributes: Attributes): Hiding | undefined {
  const { hidden, style, class: className } = attributes
  if (hidden !== undefined && hidden !== 'until-found') return 'unseen'
  if (
    style !== undefined &&
    HIDING_STYLE.test(style.slice(0, MAX_STYLE_LENGTH).toLowerCase().replace(/\s+/g, ''))
  ) {
    return 'unseen'
  }
  if (className !== undefined && HIDING_CLASS.test(className)) return 'unseen'
  if (name === 'dialog' && attributes['open'] === undefined) return 'unseen'
  return attributes['aria-hidden'] === 'true' ? 'unheard' : undefined
}

/** Below this many characters a page shows nothing to speak of. */
const NEXT_TO_NOTHING = 500

/**
 * Takes hidden elements out of the page. What makes up the page itself stays: scripts reveal it, or a dialog
 * only lies before it. Formulas are often hidden beside a drawing of them; they stay, the drawing goes.
 */
export function dropHidden(body: Element, hidden: Hidden[]): void {
  if (hidden.length === 0) return
  const whole = body.textContent.length
  const lengths = hidden.map(({ element }) => element.textContent.length)
  const shown = whole - lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, { element, hiding }] of hidden.entries()) {
    const isPage = lengths[index]! > whole / 2 && (hiding === 'unheard' || shown < NEXT_TO_NOTHING)
    if (isPage) continue
    const formula = element.getElementsByTagName('math')[0]
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
