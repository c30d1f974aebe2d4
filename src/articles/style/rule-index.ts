import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'
import type { Rule } from './style-sheet.ts'

/** The rules of a page by what an element must have for them to count. */
export type RuleIndex = {
  /** Those that select the element as the page is at first, the strongest last. */
  rulesFor(node: PageNode, around: ReadonlyMap<string, number>): Rule[]
  /** Those that may come to select it and say something of one of the properties. */
  laterRulesFor(node: PageNode, names: ReadonlySet<string>): Rule[]
}

/** Classes of one element that are looked up. */
const MAX_CLASSES = 1000
const NO_RULES: Rule[] = []

export function indexRules(rules: Rule[], matching: Matching): RuleIndex {
  const byKey = groupRules(
    rules,
    ({ keys }) => keys,
    ({ needed }) => needed,
  )
  let laterByKey: Map<string, Rule[]> | undefined

  return {
    rulesFor(node, around) {
      if (rules.length === 0) return NO_RULES
      const own = namesOf(node, matching)
      const found = candidates(own, byKey).filter(
        ({ selector }) =>
          matching.spend(4) &&
          selector.needed.every((name) => own.has(name)) &&
          selector.neededAround.every((name) => around.has(name)) &&
          selector.matches(node),
      )
      matching.spend(10 * found.length)
      return found.length > 1 ? [...new Set(found)].sort(byWeight) : found
    },
    laterRulesFor(node, names) {
      laterByKey ??= groupRules(rules, (selector) => selector.mayKeys())
      return candidates(namesOf(node, matching), laterByKey).filter(
        ({ normal, important, selector }) =>
          matching.spend(2 + normal.length) &&
          (normal.some(({ name }) => names.has(name)) || important.some(({ name }) => names.has(name))) &&
          selector.mayMatch(node),
      )
    },
  }
}

/** Each rule is found by what fewest rules ask for. */
function groupRules(
  rules: Rule[],
  keysOf: (selector: Rule['selector']) => string[],
  namesOf?: (selector: Rule['selector']) => string[],
): Map<string, Rule[]> {
  const counts = new Map<string, number>()
  if (namesOf)
    for (const { selector } of rules)
      for (const name of namesOf(selector)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) {
    const names = namesOf?.(rule.selector) ?? []
    const rarest = names.reduce<string | undefined>(
      (best, name) => (best === undefined || counts.get(name)! < counts.get(best)! ? name : best),
      undefined,
    )
    for (const key of rarest === undefined ? keysOf(rule.selector) : [rarest]) {
      const group = groups.get(key)
      if (group) group.push(rule)
      else groups.set(key, [rule])
    }
  }
  return groups
}

/** The name, id and classes of an element, in the form of keys. */
export function namesOf({ name, attributes }: PageNode, matching: Matching): ReadonlySet<string> {
  const names = new Set([name])
  if (attributes['id']) names.add(`#${attributes['id']}`)
  const classes = attributes['class']
  if (classes) {
    const list = classes.split(/\s+/, MAX_CLASSES)
    matching.spend(list.length)
    for (const one of list) names.add(`.${one}`)
  }
  return names
}

function candidates(names: ReadonlySet<string>, groups: Map<string, Rule[]>): Rule[] {
  const found = [...(groups.get('*') ?? NO_RULES)]
  for (const name of names) {
    const rules = groups.get(name)
    if (rules) for (const rule of rules) found.push(rule)
  }
  return found
}

function byWeight(one: Rule, other: Rule): number {
  if (one.layer !== other.layer) return one.layer < other.layer ? -1 : 1
  return one.selector.specificity - other.selector.specificity || one.order - other.order
}
