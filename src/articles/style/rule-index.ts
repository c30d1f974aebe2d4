import { keysOf } from './element-keys.ts'
import type { Matching } from './matching.ts'
import type { PageNode } from './outline.ts'
import type { Rule } from './style-sheet.ts'

/** The rules of a page, indexed by what an element must have to match. */
export type RuleIndex = {
  /** The rules that select an element in the initial state of the page, strongest last. The element must be open. */
  rulesFor(node: PageNode): Rule[]
  /** The rules that may later select it and affect one of these properties. */
  laterRulesFor(node: PageNode, names: ReadonlySet<string>): Rule[]
  /** An element stays open while its descendants are processed. */
  open(node: PageNode): void
  close(node: PageNode): void
}

const NO_RULES: Rule[] = []

export function indexRules(all: Rule[], matching: Matching): RuleIndex {
  const rules = all.filter(({ selector }) => selector.maySelectAtFirst)
  const byKey = groupRules(
    rules,
    ({ keys }) => keys,
    ({ needed }) => needed,
  )
  let laterByKey: Map<string, Rule[]> | undefined
  /** For each key that some rule requires, how many open elements have it. */
  const ancestors = new Map<string, number>()
  for (const { selector } of rules) for (const key of selector.neededAround) ancestors.set(key, 0)

  function count(node: PageNode, change: 1 | -1): void {
    if (ancestors.size === 0) return
    const keys = keysOf(node)
    matching.spend(keys.size)
    for (const key of keys) {
      const before = ancestors.get(key)
      if (before !== undefined) ancestors.set(key, before + change)
    }
  }

  return {
    rulesFor(node) {
      if (rules.length === 0) return NO_RULES
      const own = keysOf(node)
      matching.spend(own.size)
      const found = candidates(own, byKey).filter(
        ({ selector }) =>
          matching.spend(4) &&
          selector.needed.every((key) => own.has(key)) &&
          selector.neededAround.every((key) => ancestors.get(key)! > 0) &&
          selector.matches(node),
      )
      matching.spend(10 * found.length)
      return found.length > 1 ? [...new Set(found)].sort(byWeight) : found
    },
    laterRulesFor(node, names) {
      laterByKey ??= groupRules(all, (selector) => selector.mayKeys())
      const own = keysOf(node)
      matching.spend(own.size)
      return candidates(own, laterByKey).filter(
        ({ normal, important, selector }) =>
          matching.spend(2 + normal.length) &&
          (normal.some(({ name }) => names.has(name)) || important.some(({ name }) => names.has(name))) &&
          selector.mayMatch(node),
      )
    },
    open: (node) => count(node, 1),
    close: (node) => count(node, -1),
  }
}

/** Indexes each rule by the rarest of its keys. */
function groupRules(
  rules: Rule[],
  keysFor: (selector: Rule['selector']) => string[],
  neededOf?: (selector: Rule['selector']) => string[],
): Map<string, Rule[]> {
  const counts = new Map<string, number>()
  if (neededOf)
    for (const { selector } of rules)
      for (const key of neededOf(selector)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) {
    const needed = neededOf?.(rule.selector) ?? []
    const rarest = needed.reduce<string | undefined>(
      (best, key) => (best === undefined || counts.get(key)! < counts.get(best)! ? key : best),
      undefined,
    )
    for (const key of rarest === undefined ? keysFor(rule.selector) : [rarest]) {
      const group = groups.get(key)
      if (group) group.push(rule)
      else groups.set(key, [rule])
    }
  }
  return groups
}

function candidates(keys: ReadonlySet<string>, groups: Map<string, Rule[]>): Rule[] {
  const found = [...(groups.get('*') ?? NO_RULES)]
  for (const key of keys) {
    const rules = groups.get(key)
    if (rules) for (const rule of rules) found.push(rule)
  }
  return found
}

function byWeight(one: Rule, other: Rule): number {
  if (one.layer !== other.layer) return one.layer < other.layer ? -1 : 1
  return one.selector.specificity - other.selector.specificity || one.order - other.order
}
