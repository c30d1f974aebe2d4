import type { Options } from 'css-select'
import type { PageNode } from './outline.ts'

/** The remaining budget for matching the selectors of one page; each step is counted. */
export type Matching = {
  /** Always returns true, for use in a condition. Throws `TooComplex` when nothing is left. */
  spend(steps: number): true
}

/** The style sheets of a page take more steps than those of any real page. */
export class TooComplex extends Error {}

export function createMatching(steps: number): Matching {
  let left = steps
  return {
    spend(count) {
      left -= count
      if (left < 0) throw new TooComplex()
      return true
    },
  }
}

/** Pseudo-classes that match nothing when a page is opened. */
const NOT_INITIAL = (
  'focus focus-visible focus-within target target-within popover-open modal fullscreen autofill indeterminate ' +
  'placeholder-shown user-valid user-invalid invalid out-of-range playing paused picture-in-picture open empty'
).split(' ')
/** Extensions that browsers don't support. */
const UNKNOWN =
  'contains icontains selected checkbox file password radio reset image submit parent header button input text'

const PSEUDOS = Object.fromEntries([...NOT_INITIAL, ...UNKNOWN.split(' ')].map((name) => [name, () => false]))
const known = new WeakMap<Matching, Options<PageNode, PageNode>>()

/** How css-select traverses the elements of a page. */
export function optionsFor(matching: Matching): Options<PageNode, PageNode> {
  let options = known.get(matching)
  if (!options) known.set(matching, (options = createOptions(matching)))
  return options
}

function createOptions({ spend }: Matching): Options<PageNode, PageNode> {
  return {
    pseudos: { ...PSEUDOS, defined: () => true, valid: () => true, 'in-range': () => true },
    adapter: {
      isTag: (_node): _node is PageNode => spend(2),
      getAttributeValue({ attributes }, name) {
        const value = attributes[name]
        if (value !== undefined) spend(1 + (value.length >> 6))
        return value
      },
      hasAttrib: (node, name) => node.attributes[name] !== undefined,
      getName: ({ name }) => name,
      getParent: ({ parent }) => (spend(2), parent),
      getChildren: ({ children }) => (spend(2 + children.length), children),
      getSiblings: (node) => (spend(2), node.parent?.children ?? [node]),
      prevElementSibling: ({ parent, position }) => parent?.children[position - 1] ?? null,
      getText: () => '',
      removeSubsets: (nodes) => nodes,
      equals: (one, other) => spend(2) && one === other,
    },
  }
}
