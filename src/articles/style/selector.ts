import { _compileUnsafe as compile } from 'css-select'
import { isTraversal, parse, type Selector as Token } from 'css-what'
import { isForOtherPages } from './element-keys.ts'
import { type Matching, optionsFor } from './matching.ts'
import type { PageNode } from './outline.ts'
import { compilePlain, isOfPointer } from './plain-selector.ts'
import { hasState, relax } from './relaxed-selector.ts'

/** One selector of a list, ready to be asked. */
export type Selector = {
  /** An element that it selects has at least one of these: `#id`, `.class`, `name`; `*` where anything may be. */
  keys: string[]
  /** All that the element itself must have of these, and all that elements around it must. */
  needed: string[]
  neededAround: string[]
  /** Whether the page has elements with these and it asks for no pointer: it may select one as the page is at first. */
  maySelectAtFirst: boolean
  /** Of ids, classes and names, as one number. */
  specificity: number
  /** Whether it selects an element as the page is at first. */
  matches(node: PageNode): boolean
  /** Whether it may select an element once somebody, or a script, has done something. */
  mayMatch(node: PageNode): boolean
  /** What `mayMatch` looks for, as `keys`. */
  mayKeys(): string[]
  /** Whether it selects what is painted before or after a text, and not the text. */
  isOfPseudoElement: boolean
  /** Whether it selects for a state that ends, such as `:not(.open)`. */
  isOfState: boolean
}

/** UTF-16 units of a list, and selectors in it. */
const MAX_LENGTH = 4000
const MAX_SELECTORS = 200

const never = () => false

/** Reads a list of selectors; empty if it is none, or of nothing on a page with these keys. */
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
  const needed = namesIn(subject)
  const neededAround = namesAround(tokens)
  const maySelectAtFirst =
    !isOfPointer(tokens) && [...needed, ...neededAround].every((key) => pageKeys.has(key))
  return {
    keys: keysOf(subject),
    needed,
    neededAround,
    maySelectAtFirst,
    mayKeys: () => (relaxed ??= relax(tokens)).flatMap((one) => keysOf(lastCompound(one))),
    specificity: Math.max(0, specificityOf(tokens)),
    isOfPseudoElement: tokens.length < given.length,
    isOfState: hasState(tokens),
    matches: (node) => maySelectAtFirst && (test ??= compiled([tokens], matching))(node),
    mayMatch: (node) => (mayTest ??= compiled((relaxed ??= relax(tokens)), matching))(node),
  }
}

function compiled(tokens: Token[][], matching: Matching): (node: PageNode) => boolean {
  if (tokens.length === 0) return never
  const plain = tokens.flatMap((one) => compilePlain(one, matching) ?? [])
  if (plain.length === tokens.length)
    return plain.length === 1 ? plain[0]! : (node) => plain.some((test) => test(node))
  try {
    // Compiling changes the tokens.
    const query = compile<PageNode, PageNode>(structuredClone(tokens), optionsFor(matching))
    const steps = 5 + 6 * sizeOf(tokens)
    return (node) => matching.spend(steps) && query(node)
  } catch {
    return never
  }
}

function lastCompound(tokens: Token[]): Token[] {
  return tokens.slice(tokens.findLastIndex(isTraversal) + 1)
}

/** The number of tokens, inner ones included. */
function sizeOf(selectors: Token[][]): number {
  let size = 0
  for (const token of selectors.flat()) {
    size += 1 + (token.type === 'pseudo' && Array.isArray(token.data) ? sizeOf(token.data) : 0)
  }
  return size
}

function namesIn(compound: Token[]): string[] {
  return compound.flatMap((token) => {
    if (token.type === 'tag') return [token.name.toLowerCase()]
    if (token.type !== 'attribute') return []
    if (token.name === 'id' && token.action === 'equals') return [`#${token.value}`]
    return token.name === 'class' && token.action === 'element' ? [`.${token.value}`] : []
  })
}

/** What is asked for beside an element is nothing that elements around it must have. */
function namesAround(tokens: Token[]): string[] {
  const at = tokens.findLastIndex(isTraversal)
  if (at < 0) return []
  const before = tokens.slice(0, at)
  const isAround = tokens[at]!.type === 'descendant' || tokens[at]!.type === 'child'
  return [...(isAround ? namesIn(lastCompound(before)) : []), ...namesAround(before)]
}

function keysOf(compound: Token[]): string[] {
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
      return token.data.flatMap((alternative) => keysOf(lastCompound(alternative)))
  }
  return ['*']
}

function isPseudoElement(token: Token): boolean {
  return (
    token.type === 'pseudo-element' ||
    (token.type === 'pseudo' && /^(?:before|after|first-line|first-letter|-webkit-|-moz-)/.test(token.name))
  )
}

function specificityOf(tokens: Token[]): number {
  let sum = 0
  for (const token of tokens) {
    if (token.type === 'tag') sum += 1
    else if (token.type === 'attribute')
      sum += token.name === 'id' && token.action === 'equals' ? 1_000_000 : 1000
    else if (token.type === 'pseudo' && token.name !== 'where') {
      if (Array.isArray(token.data)) sum += Math.max(0, ...token.data.map(specificityOf))
      else sum += 1000
    }
  }
  return sum
}
