import { attributeHints } from './attribute-hints.ts'
import { type Block, type Declaration, NO_DECLARATIONS, readStyleAttribute } from './declarations.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'
import { expand } from './shorthand.ts'
import type { Rule } from './style-sheet.ts'
import { type CustomProperties, substitute } from './custom-properties.ts'

/** Where a value comes from: what browsers do by themselves, a rule of the page, or the element itself. */
type Origin = 'browser' | 'element' | Rule
/** The cascaded values of one element by property, shorthands and variables resolved. */
export type Style = Map<string, { value: string; origin: Origin }>

/** An environment, and the custom properties around an element in it. */
type Around = { environment: number; state: { properties: CustomProperties } }

/**
 * Puts together what is said of an element of a page in one environment. `rules`: those that select it, the strongest
 * last.
 */
type Cascade = (
  node: PageNode,
  rules: Rule[],
  around: Around,
) => { style: Style; properties: CustomProperties }

type StyledPage = { matching: Matching; opened: ReadonlySet<string> }

export function createCascade({ matching, opened }: StyledPage): Cascade {
  return (node, rules, { environment, state }) => {
    matching.spend(costOf(node.attributes['style'] ?? ''))
    const own =
      node.attributes['style'] === undefined ? NO_DECLARATIONS : readStyleAttribute(node.attributes['style'])
    const hints = attributeHints(node, opened)
    const counted = rules.filter(
      ({ media, selector }) => !selector.isOfPseudoElement && (media.sure & environment) !== 0,
    )
    const layers: [Declaration[], Origin][] = [
      [hints, 'browser'],
      ...counted.map((rule): [Declaration[], Origin] => [rule.normal, rule]),
      [own.normal, 'element'],
      // What is important in an early layer outweighs that of a later one.
      ...importantRules(counted).map((rule): [Declaration[], Origin] => [rule.important, rule]),
      [own.important, 'element'],
    ]
    return resolve(layers, state.properties, matching)
  }
}

function importantRules(rules: Rule[]): Rule[] {
  const important = rules.filter((rule: Block) => rule.important.length > 0)
  return important.length > 1
    ? important.toSorted((one, other) => (other.layer === one.layer ? 0 : other.layer < one.layer ? -1 : 1))
    : important
}

function resolve(
  layers: [Declaration[], Origin][],
  parentProperties: CustomProperties,
  matching: Matching,
): { style: Style; properties: CustomProperties } {
  let properties: Map<string, string> | undefined
  for (const [declarations] of layers) {
    matching.spend(10 + 40 * declarations.length)
    for (const { name, value } of declarations) {
      if (!name.startsWith('--')) continue
      properties ??= copy(parentProperties, matching)
      properties.set(name, value)
    }
  }
  const all = properties ?? parentProperties
  const style: Style = new Map()
  for (const [declarations, origin] of layers) {
    for (const { name, value } of declarations) {
      if (name.startsWith('--')) continue
      const text = value.includes('var(') ? substitute(value, all) : value
      if (text !== value) matching.spend(costOf(text ?? ''))
      if (text === undefined) style.delete(name)
      else for (const [longhand, part] of expand(name, text)) style.set(longhand, { value: part, origin })
    }
  }
  return { style, properties: all }
}

/** Of values that may be met for the first time: functions are calculated, at the price of many comparisons. */
function costOf(css: string): number {
  return css === '' ? 0 : 500 + css.length + 1200 * (css.split('(').length - 1)
}

function copy(properties: CustomProperties, matching: Matching): Map<string, string> {
  matching.spend(properties.size)
  return new Map(properties)
}
