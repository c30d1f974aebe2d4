import { hidingProperty, opacityOf } from './box.ts'
import { createCascade, type Style } from './cascade.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'
import { hasDrawnBefore, mayStandOver, standsOver } from './overlap.ts'
import type { Rule } from './style-sheet.ts'
import { nextState, type TextState } from './text-state.ts'

/** What comes of the styles of an element in one environment. */
type Computed = {
  style: Style
  state: TextState
  /** The property that hides its box. */
  hidingBox: string | undefined
}

export type Compute = (
  node: PageNode,
  rules: Rule[],
  around: { state: TextState; environment: number; isUnknown: boolean },
) => Computed

/** Attributes that say how an element looks. */
const HINTS = ['hidden', 'bgcolor', 'background', 'popover', 'color', 'text', 'size', 'open']
const HINTED = new Set(['mark', 'a', 'font', 'body', 'dialog', 'mphantom'])
/** UTF-16 units of what a result is remembered by. */
const MAX_KEY_LENGTH = 400

/** Whether an element looks different from the text around it, before any style. */
export function hasHints({ name, attributes }: PageNode): boolean {
  return HINTED.has(name) || HINTS.some((hint) => attributes[hint] !== undefined)
}

/** Computes what elements look like; those with the same rules in the same surroundings once. */
export function createCompute(
  isWhole: boolean,
  page: { matching: Matching; opened: ReadonlySet<string> },
): Compute {
  const known = new WeakMap<TextState, Map<string, Computed>>()
  const cascade = createCascade(page)

  function compute(...[node, rules, around]: Parameters<Compute>): Computed {
    const { state, isUnknown } = around
    const { style, properties } = cascade(node, rules, around)
    const isOver = isUnknown || standsOver(node, style) || hasDrawnBefore(rules)
    const next = nextState(isOver ? { ...state, background: undefined } : state, style, properties)
    next.opacity = state.opacity * opacityOf(style)
    // One object for all that is alike is what results are found by.
    return {
      style,
      state: isSame(next, state) ? state : next,
      hidingBox: hidingProperty(style, next.em, isWhole),
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

/** What holds in an element that has no style of its own but may stand on any ground. */
export function onUnknownGround(state: TextState): TextState {
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
  const key = `${environment} ${isUnknown} ${link} ${mayStandOver(node)} ${orders} ${attributes['style'] ?? ''}`
  return key.length > MAX_KEY_LENGTH ? undefined : key
}

function isSame(one: TextState, other: TextState): boolean {
  for (const name in one) {
    if (one[name as keyof TextState] !== other[name as keyof TextState]) return false
  }
  return true
}
