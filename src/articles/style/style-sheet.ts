import { type Block, type Declaration, readBlock } from './declarations.ts'
import type { Matching } from './matching.ts'
import { bothMedia, type Media, NO_MEDIA, readMedia, UNKNOWN_MEDIA } from './media.ts'
import type { Outline } from './outline.ts'
import { type CssNode, parseCss } from './parse-css.ts'
import { readSelectors, type Selector } from './selector.ts'
import { splitValue } from './values.ts'

/** One selector of a rule, with what it says. */
export type Rule = Block & {
  selector: Selector
  media: Media
  /** Its cascade layer in their order; those in none come last. */
  layer: number
  order: number
}

export type StyleSheet = {
  rules: Rule[]
  /** What the frames of each animation say. */
  frames: Map<string, Declaration[]>
  /** Whether no rule from elsewhere may say something of the page. */
  isWhole: boolean
  /** Whether it is so large that it was not read to its end. */
  isCut: boolean
}

/** UTF-16 units of all style sheets of a page, and rules read of them. */
const MAX_LENGTH = 1_500_000
const MAX_RULES = 30_000
const MAX_DEPTH = 10
/** UTF-16 units of a selector within others. */
const MAX_SELECTOR_LENGTH = 4000

const NO_LAYER = Infinity

/** Where a rule stands. */
type Place = { selector: string; media: Media; layer: string | undefined; depth: number }

/** Reads the style elements of a page; `matching` pays for their selectors. */
export function readStyleSheet({ styles, hasOtherStyles }: Outline, matching: Matching): StyleSheet {
  const sheet: StyleSheet = { rules: [], frames: new Map(), isWhole: !hasOtherStyles, isCut: false }
  const layers = new Map<string, number>()
  let left = MAX_LENGTH
  for (const { css, media } of styles) {
    const isLast = css.length > left
    readNodes(parseCss(css.slice(0, left), 'stylesheet'), {
      selector: '',
      media: readMedia(media),
      layer: undefined,
      depth: 0,
    })
    left -= css.length
    if (isLast) {
      sheet.isCut = true
      break
    }
  }
  return sheet

  function readNodes(nodes: Iterable<CssNode>, place: Place): void {
    if (place.depth > MAX_DEPTH) return
    const children = [...nodes]
    if (place.selector !== '') addRules(readBlock(children), place)
    for (const node of children) {
      if (sheet.rules.length >= MAX_RULES) sheet.isCut = true
      if (sheet.isCut) return
      if (node.type === 'Rule' && node.block) {
        const selector = nest(place.selector, textOf(node.prelude))
        if (selector !== undefined)
          readNodes(node.block.children, { ...place, selector, depth: place.depth + 1 })
        else sheet.isWhole = false
      } else if (node.type === 'Atrule') readAtRule(node, place)
      else if (place.selector !== '') readNested(node, place)
    }
  }

  /** The parser knows a nested rule only by its `&`; others it gives as a text, or as a declaration such as `a:hover{}`. */
  function readNested({ type, property, value }: CssNode, place: Place): void {
    const text = typeof value === 'object' ? (value.value ?? '') : (value ?? '')
    const brace = text.indexOf('{')
    if (brace < 0 || property?.startsWith('--')) return
    const css = type === 'Declaration' ? `${property}:${text}` : text
    readNodes(parseCss(css, 'stylesheet'), { ...place, depth: place.depth + 1 })
  }

  function readAtRule({ name = '', prelude, block }: CssNode, place: Place): void {
    const condition = textOf(prelude)
    const inside = { ...place, depth: place.depth + 1 }
    switch (name.toLowerCase()) {
      case 'import':
        sheet.isWhole = false
        return
      case 'media':
        inside.media = bothMedia(place.media, readMedia(condition))
        break
      case 'supports':
        if (/^\s*not\b/i.test(condition)) inside.media = NO_MEDIA
        break
      case 'layer':
        inside.layer = layerNamed(condition, place.layer, block === null)
        break
      case 'container':
      case 'scope':
        inside.media = bothMedia(place.media, UNKNOWN_MEDIA)
        break
      case 'keyframes':
      case '-webkit-keyframes':
        if (block)
          sheet.frames.set(condition.trim().toLowerCase().replace(/["']/g, ''), framesOf(block.children))
        return
      default:
        return
    }
    if (block) readNodes(block.children, inside)
  }

  function addRules(block: Block, { selector, media, layer }: Place): void {
    if (block.normal.length === 0 && block.important.length === 0) return
    const rank = layer === undefined ? NO_LAYER : (layers.get(layer) ?? 0)
    const hasBackground = [...block.normal, ...block.important].some(({ name }) =>
      name.startsWith('background'),
    )
    for (const one of readSelectors(selector, matching)) {
      // What is painted around a text matters only where it may lie behind it.
      if (one.isOfPseudoElement && !hasBackground) continue
      sheet.rules.push({ ...block, selector: one, media, layer: rank, order: sheet.rules.length })
    }
  }

  function layerNamed(names: string, parent: string | undefined, isStatement: boolean): string {
    let full = ''
    for (const name of isStatement ? names.split(',') : [names]) {
      full = `${parent === undefined ? '' : `${parent}.`}${name.trim() || `(${layers.size})`}`
      if (!layers.has(full)) layers.set(full, layers.size)
    }
    return full
  }
}

/** Puts selectors into those around them (CSS Nesting §3); undefined if that is longer than any real one. */
function nest(around: string, list: string): string | undefined {
  if (around === '') return list.length > MAX_SELECTOR_LENGTH ? undefined : list
  const parent = `:is(${around})`
  const parts = splitValue(list, /,/).map((part) =>
    part.includes('&') ? part.split('&').join(parent) : `${parent} ${part}`,
  )
  const nested = parts.join(', ')
  return nested.length > MAX_SELECTOR_LENGTH ? undefined : nested
}

function framesOf(frames: Iterable<CssNode>): Declaration[] {
  return [...frames].flatMap(({ block }) => (block ? readBlock(block.children).normal : []))
}

function textOf(prelude: CssNode['prelude']): string {
  return (prelude?.value ?? '').replace(/\/\*(?:[^*]|\*(?!\/))*\*\//g, ' ').trim()
}
