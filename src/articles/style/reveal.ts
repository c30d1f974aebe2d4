import { hidingProperty, opacityOf } from './box.ts'
import type { Style } from './cascade.ts'
import type { Declaration } from './declarations.ts'
import type { PageNode } from './outline.ts'
import type { RuleIndex } from './rule-index.ts'
import { expand } from './shorthand.ts'
import type { Rule, StyleSheet } from './style-sheet.ts'

/**
 * Tells whether the style sheets of a page can reveal what they hide: in an opened tab, under the pointer, in an
 * animation, or once a script adds a class.
 */
export type Reveal = {
  /** Whether they can reveal a box that is hidden by a property. */
  showsBox(node: PageNode, style: Style, property: string): boolean
  /** Whether they can reveal text that is hidden by a property of the element or of one around it. */
  showsText(node: PageNode, property: string): boolean
}

/** A box with less opacity is invisible. */
export const MIN_OPACITY = 0.05

const INSET = ['inset', 'position']
const PAINT =
  'color text-fill-color background background-color background-image background-clip text-shadow text-stroke'.split(
    ' ',
  )
/** For each property, those that can undo its effect, shorthands included. */
const COUNTERACTING: Record<string, string[] | undefined> = {
  left: INSET,
  right: INSET,
  top: INSET,
  bottom: INSET,
  clip: ['clip-path', 'position'],
  'clip-path': ['clip'],
  'mask-image': ['mask', 'mask-size'],
  'margin-left': ['margin'],
  'margin-right': ['margin'],
  'margin-top': ['margin'],
  width: ['overflow'],
  height: ['overflow', 'max-height', 'min-height'],
  'max-height': ['overflow', 'height'],
  'font-size': ['font', 'zoom', 'scale', 'transform'],
  opacity: ['filter'],
  color: PAINT,
}

export function createReveal(sheet: StyleSheet, index: RuleIndex): Reveal {
  const answersByProperty = new Map<string, WeakMap<PageNode, boolean>>()

  function laterRules(node: PageNode, property: string): Rule[] {
    const names = new Set([property, ...(COUNTERACTING[property] ?? [])])
    return index
      .laterRulesFor(node, names)
      .filter(
        ({ selector, media }) =>
          media.possible > 0 && !(media.possible === media.sure && selector.matches(node)),
      )
  }

  function showsText(node: PageNode, property: string): boolean {
    let answers = answersByProperty.get(property)
    if (!answers) answersByProperty.set(property, (answers = new WeakMap()))
    const path: PageNode[] = []
    let answer = false
    for (let at: PageNode | null = node; at; at = at.parent) {
      const before = answers.get(at)
      answer = before ?? laterRules(at, property).length > 0
      if (before !== undefined) break
      path.push(at)
      if (answer) break
    }
    for (const one of path) answers.set(one, answer)
    return answer
  }

  return {
    showsText,
    showsBox(node, style, property) {
      const origin = style.get(property)?.origin
      if (typeof origin !== 'object') return false
      if (origin.selector.isTemporary || isAnimated(style, property, sheet)) return true
      return laterRules(node, property).some(({ normal, important }) =>
        isShownBy([...normal, ...important], style, property),
      )
    },
  }
}

function isShownBy(declarations: Declaration[], style: Style, property: string): boolean {
  const other: Style = new Map(style)
  for (const { name, value } of declarations) {
    if (name.startsWith('--')) continue
    if (value.includes('var(')) other.delete(name)
    for (const [longhand, part] of expand(name, value))
      other.set(longhand, { value: part, origin: 'element' })
  }
  return property === 'opacity'
    ? opacityOf(other) >= MIN_OPACITY
    : hidingProperty(other, 16, false) !== property
}

/** Whether an animation may reveal the element; unknown keyframes may show anything. */
function isAnimated(style: Style, property: string, { frames, isComplete }: StyleSheet): boolean {
  const value = style.get('animation-name')?.value
  if (value === undefined || value === 'none') return false
  const names = value.split(/[ ,]+/)
  const declarations = names.flatMap((name) => frames.get(name) ?? [])
  if (declarations.length === 0) return !isComplete && !names.some((name) => frames.has(name))
  const related = [property, ...(COUNTERACTING[property] ?? [])]
  // Keyframes contain only the differences from the element's own style.
  return declarations.some((one) => related.includes(one.name) && isShownBy([one], style, property))
}
