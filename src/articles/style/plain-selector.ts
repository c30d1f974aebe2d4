import type { AttributeSelector, Selector as Token } from 'css-what'
import { keysOf } from './element-keys.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'

/** What one element must have, and where the next one to look at stands. */
type Compound = {
  keys: string[]
  /** Of each of these lists it must have one. */
  choices: string[][]
  isFirst: boolean
  next: 'descendant' | 'child' | 'adjacent' | undefined
}

const COMBINATORS = new Set(['descendant', 'child', 'adjacent'])
/** What nobody does while a page is opened. */
const NEVER = new Set(['hover', 'active', 'visited', 'focus', 'focus-visible', 'focus-within', 'target'])
/**
 * Makes the test of a selector of nothing but names, ids, classes, parents and elements before; undefined for any
 * other. Time is linear in the depth of an element and the length of the selector.
 */
export function compilePlain(
  tokens: Token[],
  { spend }: Matching,
): ((node: PageNode) => boolean) | undefined {
  const compounds = readCompounds(tokens)
  return compounds && ((node) => spend(5) && matchFrom(node, compounds, spend))
}

/** Whether a selector selects only where somebody points or types, and so nothing when the page is opened. */
export function isOfPointer(tokens: Token[]): boolean {
  return tokens.some((token) => token.type === 'pseudo' && NEVER.has(token.name))
}

/** The last compound first. */
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
 * What hangs together by parents and elements before is looked for as near as possible: whatever stands around it
 * stands around the nearest too.
 */
function matchFrom(subject: PageNode, compounds: Compound[], spend: Matching['spend']): boolean {
  let node: PageNode | null = subject
  /** Where the part that hangs together begins, and the element that it was tried at. */
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
    // The subject is no other element.
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
