import { _compileUnsafe as compile } from 'css-select'
import { isTraversal, parse, type Selector as Token } from 'css-what'
import { isForOtherPages } from './element-keys.ts'
import { type Matching, optionsFor } from './matching.ts'
import type { PageNode } from './outline.ts'
import { compileSimple, requiresInteraction } from './plain-selector.ts'
import { hasState, relax } from './relaxed-selector.ts'

/** A compiled selector. */
export type Selector = {
  /** A matching element has at least one of these keys: `#id`, `.class` or `name`; `*` for any element. */
  keys: string[]
  /** The keys that the element itself must have, and those that its ancestors must have. */
  needed: string[]
  neededAround: string[]
  /**
   * Whether the page contains elements with these keys and no interaction is required, so that it may match in the
   * initial state.
   */
  maySelectAtFirst: boolean
  /** The specificity by ids, classes and names, as one number. */
  specificity: number
  /** Whether it matches an element in the initial state of the page. */
  matches(node: PageNode): boolean
  /** Whether it may match an element after an interaction or a script. */
  mayMatch(node: PageNode): boolean
  /** The keys of the elements that `mayMatch` may return true for. */
  mayKeys(): string[]
  /** Whether it selects a pseudo-element before or after a text, not the text. */
  selectsPseudoElement: boolean
  /** Whether it selects a temporary state, such as `:not(.open)`. */
  isTemporary: boolean
}

/** The longest selector list, in UTF-16 units, and the most selectors in it. */
const MAX_LENGTH = 4000
const MAX_SELECTORS = 200

const never = () => false

/** Compiles a selector list; empty if it is invalid, or can't match on a page with these keys. */
export function readSelectors(list: string, keys: ReadonlySet<string>, matching: Matching): Selector[] {
  matching.spend(list.length)
  if (list.length > MAX_LENGTH || isForOtherPages(list, keys)) return []
  let parsed: Token[][]
  try {
    parsed = parse(list)
  } catch {
    return []
  }
  return parsed.slice(0, MAX_SELECTORS).map((tokens) => readSelector(tokens, keys, matching))
}

function readSelector(given: Token[], pageKeys: ReadonlySet<string>, matching: Matching): Selector {
  const tokens = given.filter((token) => !isPseudoElement(token))
  const subject = lastCompound(tokens)
  let relaxed: Token[][] | undefined
  let test: ((node: PageNode) => boolean) | undefined
  let mayTest: ((node: PageNode) => boolean) | undefined
  const needed = requiredKeys(subject)
  const neededAround = ancestorKeys(tokens)
  const maySelectAtFirst =
    !requiresInteraction(tokens) && [...needed, ...neededAround].every((key) => pageKeys.has(key))
  return {
    keys: chooseKeys(subject),
    needed,
    neededAround,
    maySelectAtFirst,
    mayKeys: () => (relaxed ??= relax(tokens)).flatMap((one) => chooseKeys(lastCompound(one))),
    specificity: Math.max(0, computeSpecificity(tokens)),
    selectsPseudoElement: tokens.length < given.length,
    isTemporary: hasState(tokens),
    matches: (node) => maySelectAtFirst && (test ??= compileTokens([tokens], matching))(node),
    mayMatch: (node) => (mayTest ??= compileTokens((relaxed ??= relax(tokens)), matching))(node),
  }
}

function compileTokens(tokens: Token[][], matching: Matching): (node: PageNode) => boolean {
  if (tokens.length === 0) return never
  const plain = tokens.flatMap((one) => compileSimple(one, matching) ?? [])
  if (plain.length === tokens.length)
    return plain.length === 1 ? plain[0]! : (node) => plain.some((test) => test(node))
  try {
    // A copy, since compiling mutates the tokens.
    const query = compile<PageNode, PageNode>(structuredClone(tokens), optionsFor(matching))
    const steps = 5 + 6 * countTokens(tokens)
    return (node) => matching.spend(steps) && query(node)
  } catch {
    return never
  }
}

function lastCompound(tokens: Token[]): Token[] {
  return tokens.slice(tokens.findLastIndex(isTraversal) + 1)
}

/** The number of tokens, nested ones included. */
function countTokens(selectors: Token[][]): number {
  let size = 0
  for (const token of selectors.flat()) {
    size += 1 + (token.type === 'pseudo' && Array.isArray(token.data) ? countTokens(token.data) : 0)
  }
  return size
}

function requiredKeys(compound: Token[]): string[] {
  return compound.flatMap((token) => {
    if (token.type === 'tag') return [token.name.toLowerCase()]
    if (token.type !== 'attribute') return []
    if (token.name === 'id' && token.action === 'equals') return [`#${token.value}`]
    return token.name === 'class' && token.action === 'element' ? [`.${token.value}`] : []
  })
}

/** The keys that the ancestors must have. Conditions for siblings don't apply to ancestors. */
function ancestorKeys(tokens: Token[]): string[] {
  const at = tokens.findLastIndex(isTraversal)
  if (at < 0) return []
  const before = tokens.slice(0, at)
  const isAround = tokens[at]!.type === 'descendant' || tokens[at]!.type === 'child'
  return [...(isAround ? requiredKeys(lastCompound(before)) : []), ...ancestorKeys(before)]
}

function chooseKeys(compound: Token[]): string[] {
  let name: string | undefined
  for (const token of compound) {
    if (token.type === 'attribute' && token.name === 'id' && token.action === 'equals')
      return [`#${token.value}`]
    if (token.type === 'attribute' && token.name === 'class' && token.action === 'element')
      return [`.${token.value}`]
    if (token.type === 'tag') name = token.name.toLowerCase()
  }
  if (name !== undefined) return [name]
  for (const token of compound) {
    const isChoice = token.type === 'pseudo' && /^(?:is|where|matches)$/.test(token.name)
    if (isChoice && Array.isArray(token.data))
      return token.data.flatMap((alternative) => chooseKeys(lastCompound(alternative)))
  }
  return ['*']
}

function isPseudoElement(token: Token): boolean {
  return (
    token.type === 'pseudo-element' ||
    (token.type === 'pseudo' && /^(?:before|after|first-line|first-letter|-webkit-|-moz-)/.test(token.name))
  )
}

function computeSpecificity(tokens: Token[]): number {
  let sum = 0
  for (const token of tokens) {
    if (token.type === 'tag') sum += 1
    else if (token.type === 'attribute')
      sum += token.name === 'id' && token.action === 'equals' ? 1_000_000 : 1000
    else if (token.type === 'pseudo' && token.name !== 'where') {
      if (Array.isArray(token.data)) sum += Math.max(0, ...token.data.map(computeSpecificity))
      else sum += 1000
    }
  }
  return sum
}
