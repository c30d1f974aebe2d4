import { hidingProperty, opacityOf } from './box.ts'
import { createCascade, type Style } from './cascade.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'
import { mayPaintBehindText, mayBeOverImage, standsOver } from './overlap.ts'
import type { Rule } from './style-sheet.ts'
import { nextState, type TextState } from './text-state.ts'

/** The computed look of an element in one environment. */
type Computed = {
  style: Style
  state: TextState
  /** The property that hides its box, if any. */
  hidingBox: string | undefined
}

export type Compute = (
  node: PageNode,
  rules: Rule[],
  around: { state: TextState; environment: number; isUnknown: boolean },
) => Computed

/** Attributes that affect the look of an element. */
const HINTS = ['hidden', 'bgcolor', 'background', 'popover', 'color', 'text', 'size', 'open']
const HINTED = new Set(['mark', 'a', 'font', 'body', 'dialog', 'mphantom'])
/** The longest cache key, in UTF-16 units. */
const MAX_KEY_LENGTH = 400

/** Whether the element or its attributes change its look, before any style. */
export function hasHints({ name, attributes }: PageNode): boolean {
  return HINTED.has(name) || HINTS.some((hint) => attributes[hint] !== undefined)
}

/** Computes the look of elements. The result is cached for elements with the same rules in the same surroundings. */
export function createCompute(
  isComplete: boolean,
  page: { matching: Matching; opened: ReadonlySet<string> },
): Compute {
  const known = new WeakMap<TextState, Map<string, Computed>>()
  const cascade = createCascade(page)

  function compute(...[node, rules, around]: Parameters<Compute>): Computed {
    const { state, isUnknown } = around
    const { style, properties } = cascade(node, rules, around)
    const isOver = isUnknown || standsOver(node, style) || mayPaintBehindText(rules)
    const next = nextState(isOver ? { ...state, background: undefined } : state, style, properties)
    next.opacity = state.opacity * opacityOf(style)
    // The cache relies on object identity, so equal states must be the same object.
    return {
      style,
      state: isSame(next, state) ? state : next,
      hidingBox: hidingProperty(style, next.em, isComplete),
    }
  }

  return (node, rules, around) => {
    const key = keyOf(node, rules, around)
    if (key === undefined) return compute(node, rules, around)
    let results = known.get(around.state)
    if (!results) known.set(around.state, (results = new Map()))
    let result = results.get(key)
    if (!result) results.set(key, (result = compute(node, rules, around)))
    return result
  }
}

const onUnknown = new WeakMap<TextState, TextState>()

/** The state inside an element that has no style of its own but may be over any background. */
export function onUnknownBackground(state: TextState): TextState {
  if (state.background === undefined) return state
  let other = onUnknown.get(state)
  if (!other) onUnknown.set(state, (other = { ...state, background: undefined }))
  return other
}

function keyOf(...[node, rules, { environment, isUnknown }]: Parameters<Compute>): string | undefined {
  const { name, attributes } = node
  if (name !== 'a' && hasHints(node)) return undefined
  const link = name === 'a' && attributes['href'] !== undefined
  const orders = rules.map(({ order }) => order).join()
  const key = `${environment} ${isUnknown} ${link} ${mayBeOverImage(node)} ${orders} ${attributes['style'] ?? ''}`
  return key.length > MAX_KEY_LENGTH ? undefined : key
}

function isSame(one: TextState, other: TextState): boolean {
  for (const name in one) {
    if (one[name as keyof TextState] !== other[name as keyof TextState]) return false
  }
  return true
}
