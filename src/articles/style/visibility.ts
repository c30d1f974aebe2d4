import { type Compute, createCompute, hasHints, onUnknownBackground } from './computed.ts'
import { createMatching, type Matching, TooComplex } from './matching.ts'
import type { Outline, PageNode } from './outline.ts'
import { isBackdrop } from './overlap.ts'
import { createReveal, MIN_OPACITY, type Reveal } from './reveal.ts'
import { indexRules, type RuleIndex } from './rule-index.ts'
import { readStyleSheet, type Rule, type StyleSheet } from './style-sheet.ts'
import { firstState, hidingTextProperty, type TextState } from './text-state.ts'
import { chooseEnvironments, type UsedEnvironment } from './used-environments.ts'

/**
 * The visibility of an element: hidden with all its content; transparent, at least until a script shows it; only the
 * text directly in it is hidden (`text-hidden`); or visible inside such an element (`text-visible`).
 */
export type Visibility = 'hidden' | 'transparent' | 'text-hidden' | 'text-visible'

/** Steps of parsing styles and matching selectors. A page of two megabytes with 2,500 rules takes half of them. */
const MAX_STEPS = 30_000_000

/**
 * The visibility of each element of a page, in document order, according to its markup and its own style sheets. Only
 * what is hidden in every environment, and revealed by no rule later, counts as hidden. Elements beyond the end of
 * the list are hidden: a page whose styles take more steps than those of any real page is cut there.
 */
export function readVisibility(outline: Outline, steps = MAX_STEPS): (Visibility | undefined)[] {
  const visibilities: (Visibility | undefined)[] = []
  try {
    const matching = createMatching(steps)
    for (const visibility of walk(outline, readStyleSheet(outline, matching), matching))
      visibilities.push(visibility)
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
  }
  return visibilities
}

/** An open element. */
type Frame = {
  node: PageNode | null
  /** One for each environment; undefined if a box around it is hidden there. */
  states: (TextState | undefined)[]
  isTextHidden: boolean
  /** Whether something in it is behind what follows. */
  hasBackdrop: boolean
}

/** What the visibility of each element of a page is computed from. */
type PageStyles = {
  sheet: StyleSheet
  index: RuleIndex
  reveal: Reveal
  environments: UsedEnvironment[]
  compute: Compute
}

function* walk(
  outline: Outline,
  sheet: StyleSheet,
  matching: Matching,
): Generator<Visibility | undefined, void, undefined> {
  const index = indexRules(sheet.rules, matching)
  const styles: PageStyles = {
    sheet,
    index,
    reveal: createReveal(sheet, index),
    environments: chooseEnvironments(outline, sheet),
    compute: createCompute(sheet.isComplete, { matching, opened: outline.opened }),
  }
  const open: Frame[] = [rootFrame(styles)]
  for (const node of outline.nodes) {
    while (open.length > 1 && open.at(-1)!.node !== node.parent) index.close(open.pop()!.node!)
    const parent = open.at(-1)!
    const frame = {
      node,
      states: parent.states,
      isTextHidden: parent.isTextHidden,
      hasBackdrop: false,
    }
    const isGone = parent.states.every((state) => state === undefined)
    yield isGone ? undefined : computeVisibility(styles, frame, parent)
    open.push(frame)
    index.open(node)
  }
}

function rootFrame({ sheet, environments }: PageStyles): Frame {
  const first = new Map(
    environments.map(({ isDark }) => [isDark, firstState(sheet.isComplete, isDark)] as const),
  )
  return {
    node: null,
    states: environments.map(({ isDark }) => first.get(isDark)!),
    isTextHidden: false,
    hasBackdrop: false,
  }
}

/** The visibility of the element of a frame, whose states it sets. */
function computeVisibility(
  styles: PageStyles,
  frame: Frame & { node: PageNode },
  parent: Frame,
): Visibility | undefined {
  const { node } = frame
  const { sheet, index, reveal } = styles
  const rules = index.rulesFor(node)
  const isStyled = rules.length > 0 || node.attributes['style'] !== undefined || hasHints(node)
  const isStyledElsewhere =
    !sheet.isComplete && (node.attributes['class'] !== undefined || node.attributes['id'] !== undefined)
  if (!isStyled && !isStyledElsewhere && !parent.hasBackdrop)
    return parent.isTextHidden ? 'text-hidden' : undefined
  const isUnknown = isStyledElsewhere || parent.hasBackdrop
  const computed = computeStyles(styles, { node, rules, isStyled, isUnknown }, parent)
  frame.states = computed.map((style) => style?.state)
  const displayed = computed.filter((style) => style !== undefined)
  if (displayed.length === 0) return 'hidden'
  if (displayed.every(({ isTransparent }) => isTransparent)) return 'transparent'
  const causes = displayed.map(({ hidingText }) => hidingText)
  frame.isTextHidden = causes.every((cause) => cause !== undefined && !reveal.showsText(node, cause))
  if (frame.isTextHidden) return 'text-hidden'
  return parent.isTextHidden ? 'text-visible' : undefined
}

/** An element with the rules that apply to it. `isUnknown`: what is behind it, or other rules for it, are unknown. */
type StyledNode = { node: PageNode; rules: Rule[]; isStyled: boolean; isUnknown: boolean }

/** The computed style of an element in each environment; undefined if it is hidden. */
function computeStyles(styles: PageStyles, styled: StyledNode, parent: Frame): (ComputedStyle | undefined)[] {
  const { environments } = styles
  const computed: (ComputedStyle | undefined)[] = []
  for (const [at, parentState] of parent.states.entries()) {
    const { bit } = environments[at]!
    // Elements have the same style in most environments.
    const same = computed.findIndex(
      (_, other) =>
        parent.states[other] === parentState && haveSameRules(styled.rules, bit | environments[other]!.bit),
    )
    if (same >= 0) computed.push(computed[same])
    else if (!parentState) computed.push(undefined)
    else if (styled.isStyled) computed.push(computeStyleIn(styles, styled, { parentState, bit, parent }))
    else {
      const state = onUnknownBackground(parentState)
      computed.push({ state, isTransparent: false, hidingText: hidingTextProperty(state) })
    }
  }
  return computed
}

function computeStyleIn(
  { compute, reveal }: PageStyles,
  { node, rules, isUnknown }: StyledNode,
  { parentState, bit, parent }: { parentState: TextState; bit: number; parent: Frame },
): ComputedStyle | undefined {
  const { style, state, hidingBox } = compute(node, rules, {
    state: parentState,
    environment: bit,
    isUnknown,
  })
  if (isBackdrop(style)) parent.hasBackdrop = true
  const isWholePage = WHOLE_PAGE.has(node.name)
  if (hidingBox !== undefined && !isWholePage && !reveal.showsBox(node, style, hidingBox)) return undefined
  const hidingText = hidingTextProperty(state)
  if (state.opacity >= MIN_OPACITY) return { state, isTransparent: false, hidingText }
  const isShown = isWholePage || reveal.showsBox(node, style, style.has('opacity') ? 'opacity' : 'filter')
  // The opacity affects this element only; its content is checked separately.
  return { state: { ...state, opacity: parentState.opacity }, isTransparent: !isShown, hidingText }
}

/** The computed style of an element in one environment. */
type ComputedStyle = { state: TextState; isTransparent: boolean; hidingText: string | undefined }

/** Whether the same rules apply in two environments, given as the bits of both. */
function haveSameRules(rules: Rule[], both: number): boolean {
  return rules.every(({ media }) => (media.sure & both) === both || (media.sure & both) === 0)
}

/** If these are hidden, a script must reveal them, since there would be no page otherwise. */
const WHOLE_PAGE = new Set(['html', 'body'])
