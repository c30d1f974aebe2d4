import { attributeHints } from './attribute-hints.ts'
import { type Block, type Declaration, NO_DECLARATIONS, readStyleAttribute } from './declarations.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'
import { expand } from './shorthand.ts'
import type { Rule } from './style-sheet.ts'
import { type CustomProperties, substitute } from './custom-properties.ts'

/** The origin of a value: the browser's defaults, a rule of the page, or the element's own style. */
type Origin = 'browser' | 'element' | Rule
/** The cascaded values of an element by property, with shorthands expanded and variables substituted. */
export type Style = Map<string, { value: string; origin: Origin }>

/** An environment, and the custom properties that an element inherits in it. */
type Around = { environment: number; state: { properties: CustomProperties } }

/** Cascades the declarations for an element in one environment. `rules`: the rules that select it, strongest last. */
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
      ({ media, selector }) => !selector.selectsPseudoElement && (media.sure & environment) !== 0,
    )
    const layers: [Declaration[], Origin][] = [
      [hints, 'browser'],
      ...counted.map((rule): [Declaration[], Origin] => [rule.normal, rule]),
      [own.normal, 'element'],
      // Important declarations of an early layer win over those of a later one.
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

/** The cost of a value, which is high if it contains functions, since those have to be calculated. */
function costOf(css: string): number {
  return css === '' ? 0 : 500 + css.length + 1200 * (css.split('(').length - 1)
}

function copy(properties: CustomProperties, matching: Matching): Map<string, string> {
  matching.spend(properties.size)
  return new Map(properties)
}
