import { declarationsInto, type Block, type Declaration } from './declarations.ts'
import { collectKeys, isForOtherPages } from './element-keys.ts'
import type { Matching } from './matching.ts'
import { bothMedia, type Media, NO_MEDIA, readMedia, UNKNOWN_MEDIA } from './media.ts'
import type { Outline } from './outline.ts'
import { type CssReader, type CssRule, readContents, readRules } from './parse-css.ts'
import { readSelectors, type Selector } from './selector.ts'
import { splitValue } from './values.ts'

/** A selector of a rule, with the rule's declarations. */
export type Rule = Block & {
  selector: Selector
  media: Media
  /** The order of its cascade layer; rules outside of layers come last. */
  layer: number
  order: number
}

export type StyleSheet = {
  rules: Rule[]
  /** The declarations in the keyframes of each animation. */
  frames: Map<string, Declaration[]>
  /** All values of `color-scheme`, also in rules that don't apply yet. */
  colorSchemes: string[]
  /** Whether the page has no other style sheets. */
  isComplete: boolean
  /** Whether it is too large and only its beginning was parsed. */
  isCut: boolean
}

/** The limits of a page's style sheets: their total length in UTF-16 units, and the number of rules. */
const MAX_LENGTH = 1_500_000
const MAX_RULES = 30_000
const MAX_DEPTH = 10
/** The longest nested selector, in UTF-16 units. */
const MAX_SELECTOR_LENGTH = 4000

const NO_LAYER = Infinity
const NO_KEYS = new Set<string>()

/** The context of a rule. */
type RuleContext = { selector: string; media: Media; layer: string | undefined; depth: number }

/** Parses the style elements of a page; the cost of their selectors is charged to `matching`. */
export function readStyleSheet({ nodes, styles, hasOtherStyles }: Outline, matching: Matching): StyleSheet {
  const sheet: StyleSheet = {
    rules: [],
    frames: new Map(),
    colorSchemes: [],
    isComplete: !hasOtherStyles,
    isCut: false,
  }
  const keys = styles.length > 0 ? collectKeys(nodes) : NO_KEYS
  const layers = new Map<string, number>()
  let left = MAX_LENGTH
  for (const { css, media } of styles) {
    const isLast = css.length > left
    readRules(
      css.slice(0, left),
      readerAt({ selector: '', media: readMedia(media), layer: undefined, depth: 0 }),
    )
    left -= css.length
    if (isLast) {
      sheet.isCut = true
      break
    }
  }
  return sheet

  function readerAt(place: RuleContext): CssReader {
    return {
      rule(rule) {
        if (sheet.rules.length >= MAX_RULES) sheet.isCut = true
        if (sheet.isCut) return
        if (rule.atName !== undefined) readAtRule(rule.atName, rule, place)
        else if (rule.block !== undefined) {
          const selector = nest(place.selector, rule.prelude)
          if (selector === undefined) sheet.isComplete = false
          else if (!isForOtherPages(selector, keys) || /\{|color-scheme/i.test(rule.block))
            readBlock(rule.block, { ...place, selector, depth: place.depth + 1 })
        }
      },
    }
  }

  function readBlock(css: string, place: RuleContext): void {
    if (place.depth > MAX_DEPTH) return
    const reader = readerAt(place)
    if (place.selector === '') return readRules(css, reader)
    const block: Block = { normal: [], important: [] }
    const rules: CssRule[] = []
    readContents(css, {
      declaration: declarationsInto(block),
      rule: (rule) => void rules.push(rule),
    })
    // The declarations come before the nested rules, wherever they are written.
    addRules(block, place)
    for (const rule of rules) reader.rule!(rule)
  }

  function readAtRule(name: string, { prelude: condition, block }: CssRule, place: RuleContext): void {
    const inside = { ...place, depth: place.depth + 1 }
    switch (name) {
      case 'import':
        sheet.isComplete = false
        return
      case 'media':
        inside.media = bothMedia(place.media, readMedia(condition))
        break
      case 'supports':
        if (/^\s*not\b/i.test(condition)) inside.media = NO_MEDIA
        break
      case 'layer':
        inside.layer = layerNamed(condition, place.layer, block === undefined)
        break
      case 'container':
      case 'scope':
        inside.media = bothMedia(place.media, UNKNOWN_MEDIA)
        break
      case 'keyframes':
      case '-webkit-keyframes':
        if (block !== undefined)
          sheet.frames.set(condition.trim().toLowerCase().replace(/["']/g, ''), framesOf(block))
        return
      default:
        return
    }
    if (block !== undefined) readBlock(block, inside)
  }

  function addRules(block: Block, { selector, media, layer }: RuleContext): void {
    if (block.normal.length === 0 && block.important.length === 0) return
    const rank = layer === undefined ? NO_LAYER : (layers.get(layer) ?? 0)
    const hasBackground = [...block.normal, ...block.important].some(({ name }) =>
      name.startsWith('background'),
    )
    for (const { name, value } of block.normal) if (name === 'color-scheme') sheet.colorSchemes.push(value)
    for (const one of readSelectors(selector, keys, matching)) {
      // A pseudo-element matters only if it may be behind the text.
      if (one.selectsPseudoElement && !hasBackground) continue
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

/** Resolves nested selectors (CSS Nesting §3); undefined if the result is longer than any real one. */
function nest(around: string, list: string): string | undefined {
  if (around === '') return list.length > MAX_SELECTOR_LENGTH ? undefined : list
  const parent = `:is(${around})`
  const parts = splitValue(list, /,/).map((part) =>
    part.includes('&') ? part.split('&').join(parent) : `${parent} ${part}`,
  )
  const nested = parts.join(', ')
  return nested.length > MAX_SELECTOR_LENGTH ? undefined : nested
}

function framesOf(css: string): Declaration[] {
  const all: Block = { normal: [], important: [] }
  const declaration = declarationsInto(all)
  readContents(css, {
    rule: ({ block }) => readContents(block ?? '', { declaration }),
  })
  return all.normal
}
