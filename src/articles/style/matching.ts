import type { Options } from 'css-select'
import type { PageNode } from './outline.ts'

/** What the matching of one page's selectors may still cost; each step of it is counted. */
export type Matching = {
  /** Always true, to stand in a condition. Throws `TooComplex` when nothing is left. */
  spend(steps: number): true
}

/** A page whose style sheets take more steps than any real page's. */
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

/** States that nothing is in when a page is opened. */
const AT_REST = (
  'focus focus-visible focus-within target target-within popover-open modal fullscreen autofill indeterminate ' +
  'placeholder-shown user-valid user-invalid invalid out-of-range playing paused picture-in-picture open empty'
).split(' ')
/** Extensions that browsers do not know. */
const UNKNOWN =
  'contains icontains selected checkbox file password radio reset image submit parent header button input text'

const PSEUDOS = Object.fromEntries([...AT_REST, ...UNKNOWN.split(' ')].map((name) => [name, () => false]))
const known = new WeakMap<Matching, Options<PageNode, PageNode>>()

/** How css-select walks the elements of a page. */
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
