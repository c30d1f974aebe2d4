import type { Element } from './dom.ts'

/**
 * A part of the page that begins with a tag and ends when that is closed: `dropped` parts get no elements, `hidden` and
 * `transparent` ones are hidden as a whole, and `noscript` is for browsers without scripts.
 */
type Region = 'dropped' | 'hidden' | 'transparent' | 'noscript'

/** The open tags of a page, of which some have no element in its tree. */
export type OpenTags = {
  readonly count: number
  /** The element that new content goes into. */
  readonly parent: Element
  /** How many elements are open, with the body. */
  readonly depth: number
  /** Begins a region with the tag that is opened next. */
  begin(region: Region): void
  isIn(region: Region): boolean
  /** Whether the last opened tag is the one that began the region. */
  isAtStartOf(region: Region): boolean
  open(element: Element | undefined): void
  close(): void
}

export function createOpenTags(body: Element): OpenTags {
  const elements: (Element | undefined)[] = []
  const parents = [body]
  /** How many tags were open when each region had begun; 0 outside it. */
  const began: Record<Region, number> = { dropped: 0, hidden: 0, transparent: 0, noscript: 0 }
  const regions = Object.keys(began) as Region[]
  return {
    get count() {
      return elements.length
    },
    get parent() {
      return parents.at(-1)!
    },
    get depth() {
      return parents.length
    },
    begin(region) {
      began[region] = elements.length + 1
    },
    isIn: (region) => began[region] > 0,
    isAtStartOf: (region) => began[region] > 0 && began[region] === elements.length,
    open(element) {
      elements.push(element)
      if (element) parents.push(element)
    },
    close() {
      for (const region of regions) if (began[region] === elements.length) began[region] = 0
      if (elements.pop()) parents.pop()
    },
  }
}
