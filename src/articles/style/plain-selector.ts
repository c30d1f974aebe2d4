import type { AttributeSelector, Selector as Token } from 'css-what'
import { keysOf } from './element-keys.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'

/** The conditions for one element, and the direction of the next element to check. */
type Compound = {
  keys: string[]
  /** It must have one key of each list. */
  choices: string[][]
  isFirst: boolean
  next: 'descendant' | 'child' | 'adjacent' | undefined
}

const COMBINATORS = new Set(['descendant', 'child', 'adjacent'])
/** Pseudo-classes for interaction, which match nothing when a page is opened. */
const INTERACTION = new Set([
  'hover',
  'active',
  'visited',
  'focus',
  'focus-visible',
  'focus-within',
  'target',
])
/**
 * Compiles a selector that consists only of names, ids, classes, and the child and next-sibling combinators and the
 * like; undefined for any other selector. A match takes time linear in the depth of the element and the length of the
 * selector.
 */
export function compileSimple(
  tokens: Token[],
  { spend }: Matching,
): ((node: PageNode) => boolean) | undefined {
  const compounds = readCompounds(tokens)
  return compounds && ((node) => spend(5) && matchFrom(node, compounds, spend))
}

/** Whether a selector matches only during interaction, and so nothing when the page is opened. */
export function requiresInteraction(tokens: Token[]): boolean {
  return tokens.some((token) => token.type === 'pseudo' && INTERACTION.has(token.name))
}

/** The compounds of a selector, last one first. */
function readCompounds(tokens: Token[]): Compound[] | undefined {
  const compounds: Compound[] = []
  let compound: Compound = { keys: [], choices: [], isFirst: false, next: undefined }
  for (const token of tokens) {
    if (COMBINATORS.has(token.type)) {
      compounds.push(compound)
      compound = { keys: [], choices: [], isFirst: false, next: token.type as Compound['next'] }
    } else if (token.type === 'tag' && token.namespace === null) compound.keys.push(token.name.toLowerCase())
    else if (isKey(token)) compound.keys.push(keyOf(token))
    else if (isChoice(token)) compound.choices.push(token.data.map(([one]) => keyOf(one)))
    else if (token.type === 'pseudo' && token.name === 'first-child') compound.isFirst = true
    else if (token.type !== 'universal' || token.namespace !== null) return undefined
  }
  compounds.push(compound)
  return compounds.reverse()
}

function isKey(token: Token): token is AttributeSelector {
  if (token.type !== 'attribute' || token.ignoreCase !== 'quirks' || token.namespace !== null) return false
  return token.name === 'id'
    ? token.action === 'equals'
    : token.name === 'class' && token.action === 'element'
}

function isChoice(token: Token): token is Token & { data: [AttributeSelector][] } {
  return (
    token.type === 'pseudo' &&
    token.name === 'is' &&
    Array.isArray(token.data) &&
    token.data.every((alternative) => alternative.length === 1 && isKey(alternative[0]!))
  )
}

function keyOf({ name, value }: AttributeSelector): string {
  return `${name === 'id' ? '#' : '.'}${value}`
}

/**
 * Compounds joined by child or next-sibling combinators are matched at the nearest possible element: whatever
 * precedes them also precedes the nearest match.
 */
function matchFrom(subject: PageNode, compounds: Compound[], spend: Matching['spend']): boolean {
  let node: PageNode | null = subject
  /** Where the current group of joined compounds begins, and the element at which it was tried. */
  let from = 0
  let start: PageNode | null = subject
  for (let at = 0; at < compounds.length; at++) {
    const compound = compounds[at]!
    if (node && spend(2) && matches(node, compound)) {
      if (compound.next === undefined) return true
      if (compound.next === 'descendant') {
        from = at + 1
        start = node = node.parent
      } else node = compound.next === 'child' ? node.parent : before(node)
      continue
    }
    // The first compound must match the subject itself.
    if (from === 0 || !start?.parent) return false
    start = node = start.parent
    at = from - 1
  }
  return false
}

function before({ parent, position }: PageNode): PageNode | null {
  return parent?.children[position - 1] ?? null
}

function matches(node: PageNode, { keys, choices, isFirst }: Compound): boolean {
  if (isFirst && before(node)) return false
  const own = keysOf(node)
  for (const key of keys) if (!own.has(key)) return false
  for (const choice of choices) if (!choice.some((key) => own.has(key))) return false
  return true
}
