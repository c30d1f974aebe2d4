import { createCompute, hasHints } from './computed.ts'
import { createMatching, type Matching, TooComplex } from './matching.ts'
import { type Outline, type PageNode, readOutline } from './outline.ts'
import { isBackdrop } from './overlap.ts'
import { createReveal, MIN_OPACITY } from './reveal.ts'
import { indexRules, namesOf } from './rule-index.ts'
import { readStyleSheet, type StyleSheet } from './style-sheet.ts'
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
export function readVisibility(html: string, steps = MAX_STEPS): (Visibility | undefined)[] {
  const outline = readOutline(html)
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
  const root: Frame = {
    node: null,
    states: environments.map(({ isDark }) => firstState(sheet.isWhole, isDark)),
    isTextHidden: false,
    hasBackdrop: false,
  }
  const open: Frame[] = [root]
  /** What the open elements are called, and how many of them. */
  const around = new Map<string, number>()
  for (const node of outline.nodes) {
    while (open.length > 1 && open.at(-1)!.node !== node.parent) count(open.pop()!.node!, -1)
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
    count(node, 1)
  }

  function count(node: PageNode, change: 1 | -1): void {
    for (const name of namesOf(node, matching)) {
      const left = (around.get(name) ?? 0) + change
      if (left > 0) around.set(name, left)
      else around.delete(name)
    }
  }

  function enter(node: PageNode, frame: Frame, parent: Frame): Visibility | undefined {
    const rules = index.rulesFor(node, around)
    const isStyled = rules.length > 0 || node.attributes['style'] !== undefined || hasHints(node)
    const isStyledElsewhere =
      !sheet.isWhole && (node.attributes['class'] !== undefined || node.attributes['id'] !== undefined)
    if (!isStyled && !isStyledElsewhere && !parent.hasBackdrop)
      return parent.isTextHidden ? 'text' : undefined
    const isUnknown = isStyledElsewhere || parent.hasBackdrop
    let faint = 0
    const causes: (string | undefined)[] = []
    frame.states = parent.states.map((around, at) => {
      if (!around) return undefined
      const environment = environments[at]!.bit
      const { style, state, hidingBox } = compute(node, rules, { state: around, environment, isUnknown })
      if (isBackdrop(style)) parent.hasBackdrop = true
      const isWholePage = WHOLE_PAGE.has(node.name)
      if (hidingBox !== undefined && !isWholePage && !reveal.showsBox(node, style, hidingBox))
        return undefined
      causes.push(hidingTextProperty(state))
      if (state.opacity >= MIN_OPACITY) return state
      const isShown = isWholePage || reveal.showsBox(node, style, style.has('opacity') ? 'opacity' : 'filter')
      if (!isShown) faint += 1
      // What is in it is looked at by itself.
      return { ...state, opacity: around.opacity }
    })
    if (causes.length === 0) return 'box'
    if (faint === causes.length) return 'faint'
    frame.isTextHidden = causes.every((cause) => cause !== undefined && !reveal.showsText(node, cause))
    if (frame.isTextHidden) return 'text'
    return parent.isTextHidden ? 'shown' : undefined
  }
}

/** What hides them is taken away by a script, or there would be no page. */
const WHOLE_PAGE = new Set(['html', 'body'])
