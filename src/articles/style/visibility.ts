import { createCompute, hasHints, onUnknownGround } from './computed.ts'
import { createMatching, type Matching, TooComplex } from './matching.ts'
import type { Outline, PageNode } from './outline.ts'
import { isBackdrop } from './overlap.ts'
import { createReveal, MIN_OPACITY } from './reveal.ts'
import { indexRules } from './rule-index.ts'
import { readStyleSheet, type Rule, type StyleSheet } from './style-sheet.ts'
import { firstState, hidingTextProperty, type TextState } from './text-state.ts'
import { environmentsOf } from './used-environments.ts'

/**
 * What a page does with an element: shows it to nobody, with all that is in it (`box`); shows it faintly, at least at
 * first (`faint`); shows nobody the text that is directly in it (`text`); or shows it in an element whose own text is
 * hidden (`shown`).
 */
export type Visibility = 'box' | 'faint' | 'text' | 'shown'

/** Steps of reading styles and matching selectors; a page of two megabytes and 2,500 rules takes half of them. */
const MAX_STEPS = 30_000_000

/**
 * Reads what a page does with each of its elements, in the order of their tags, as its markup and its own style sheets
 * tell. Only what is hidden on every kind of screen, and what no rule of the page shows later, counts as hidden. Past the
 * last entry all is hidden: a page whose styles take longer than those of any real one is cut there.
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
  /** One for each environment; undefined where a box around hides it. */
  states: (TextState | undefined)[]
  isTextHidden: boolean
  /** Whether something in it lies behind what follows. */
  hasBackdrop: boolean
}

function* walk(
  outline: Outline,
  sheet: StyleSheet,
  matching: Matching,
): Generator<Visibility | undefined, void, undefined> {
  const index = indexRules(sheet.rules, matching)
  const reveal = createReveal(sheet, index)
  const environments = environmentsOf(outline, sheet)
  const compute = createCompute(sheet.isWhole, { matching, opened: outline.opened })
  const first = new Map(
    environments.map(({ isDark }) => [isDark, firstState(sheet.isWhole, isDark)] as const),
  )
  const root: Frame = {
    node: null,
    states: environments.map(({ isDark }) => first.get(isDark)!),
    isTextHidden: false,
    hasBackdrop: false,
  }
  const open: Frame[] = [root]
  for (const node of outline.nodes) {
    while (open.length > 1 && open.at(-1)!.node !== node.parent) index.close(open.pop()!.node!)
    const parent = open.at(-1)!
    const frame: Frame = {
      node,
      states: parent.states,
      isTextHidden: parent.isTextHidden,
      hasBackdrop: false,
    }
    const isGone = parent.states.every((state) => state === undefined)
    yield isGone ? undefined : enter(node, frame, parent)
    open.push(frame)
    index.open(node)
  }

  function enter(node: PageNode, frame: Frame, parent: Frame): Visibility | undefined {
    const rules = index.rulesFor(node)
    const isStyled = rules.length > 0 || node.attributes['style'] !== undefined || hasHints(node)
    const isStyledElsewhere =
      !sheet.isWhole && (node.attributes['class'] !== undefined || node.attributes['id'] !== undefined)
    if (!isStyled && !isStyledElsewhere && !parent.hasBackdrop)
      return parent.isTextHidden ? 'text' : undefined
    const isUnknown = isStyledElsewhere || parent.hasBackdrop
    const looks = lookAt(node, parent, { rules, isStyled, isUnknown })
    frame.states = looks.map((look) => look?.state)
    const seen = looks.filter((look) => look !== undefined)
    if (seen.length === 0) return 'box'
    if (seen.every(({ isFaint }) => isFaint)) return 'faint'
    const causes = seen.map(({ hidingText }) => hidingText)
    frame.isTextHidden = causes.every((cause) => cause !== undefined && !reveal.showsText(node, cause))
    if (frame.isTextHidden) return 'text'
    return parent.isTextHidden ? 'shown' : undefined
  }

  /** How an element looks in each environment; undefined where nobody sees it. */
  function lookAt(
    node: PageNode,
    parent: Frame,
    { rules, isStyled, isUnknown }: { rules: Rule[]; isStyled: boolean; isUnknown: boolean },
  ): (Look | undefined)[] {
    const looks: (Look | undefined)[] = []
    for (const [at, around] of parent.states.entries()) {
      // Few environments differ in an element.
      const same = looks.findIndex(
        (_, other) =>
          parent.states[other] === around &&
          countAlike(rules, environments[at]!.bit | environments[other]!.bit),
      )
      if (same >= 0) looks.push(looks[same])
      else if (!around) looks.push(undefined)
      else if (isStyled)
        looks.push(look(node, rules, { around, bit: environments[at]!.bit, isUnknown, parent }))
      else {
        const state = onUnknownGround(around)
        looks.push({ state, isFaint: false, hidingText: hidingTextProperty(state) })
      }
    }
    return looks
  }

  function look(
    node: PageNode,
    rules: Rule[],
    { around, bit, isUnknown, parent }: { around: TextState; bit: number; isUnknown: boolean; parent: Frame },
  ): Look | undefined {
    const { style, state, hidingBox } = compute(node, rules, { state: around, environment: bit, isUnknown })
    if (isBackdrop(style)) parent.hasBackdrop = true
    const isWholePage = WHOLE_PAGE.has(node.name)
    if (hidingBox !== undefined && !isWholePage && !reveal.showsBox(node, style, hidingBox)) return undefined
    const hidingText = hidingTextProperty(state)
    if (state.opacity >= MIN_OPACITY) return { state, isFaint: false, hidingText }
    const isShown = isWholePage || reveal.showsBox(node, style, style.has('opacity') ? 'opacity' : 'filter')
    // What is in it is looked at by itself.
    return { state: { ...state, opacity: around.opacity }, isFaint: !isShown, hidingText }
  }
}

/** What comes of an element in one environment. */
type Look = { state: TextState; isFaint: boolean; hidingText: string | undefined }

/** Whether the same of these rules count in two environments, given as both of their bits. */
function countAlike(rules: Rule[], both: number): boolean {
  return rules.every(({ media }) => (media.sure & both) === both || (media.sure & both) === 0)
}

/** What hides them is taken away by a script, or there would be no page. */
const WHOLE_PAGE = new Set(['html', 'body'])
