import { MATH_ELEMENTS } from './allow-list.ts'

/** Chromium has the same limit, and the parser's time grows with the number of open elements. */
export const MAX_OPEN_ELEMENTS = 512

/** Elements nested deeper are removed, and their text stays. */
const MAX_DEPTH = 40

const MATH = new Set(MATH_ELEMENTS)
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

export function isHeading(name: string): boolean {
  return HEADINGS.has(name)
}

/** Elements that are allowed only in these parents. */
const PARENTS: Record<string, Set<string>> = {
  li: new Set(['ul', 'ol']),
  dt: new Set(['dl']),
  dd: new Set(['dl']),
  caption: new Set(['table']),
  thead: new Set(['table']),
  tbody: new Set(['table']),
  tfoot: new Set(['table']),
  tr: new Set(['table', 'thead', 'tbody', 'tfoot']),
  td: new Set(['tr']),
  th: new Set(['tr']),
}

/** Elements that allow only those children. */
const CLOSED = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])

/** Tracks the open elements while markup is read. The reader reports each start and end. */
export type Nesting = {
  open(): void
  /** Whether the element just opened is allowed here under this name. */
  admits(name: string): boolean
  /** Keeps the element just opened, so that what follows is inside it. */
  keep(name: string): void
  close(): void
}

/**
 * Decides where an element is allowed so that a browser's parser leaves it in place. Elsewhere the parser closes open
 * elements by itself (HTML §13.2.6.4), and the remaining end tags would then close the elements around the article.
 */
export function createNesting(): Nesting {
  /** For each open element, the kept one that it is or is in. */
  const parents: Kept[] = [NOTHING]

  return {
    open() {
      parents.push(parents.at(-1)!)
    },
    admits: (name) => isAllowedIn(name, parents.at(-1)!),
    keep(name) {
      const parent = parents.at(-1)!
      parents[parents.length - 1] = {
        name,
        depth: parent.depth + 1,
        inHeading: parent.inHeading || HEADINGS.has(name),
        inLink: parent.inLink || name === 'a',
        inMath: parent.inMath || name === 'math',
      }
    },
    close() {
      parents.pop()
    },
  }
}

type Kept = { name: string; depth: number; inHeading: boolean; inLink: boolean; inMath: boolean }

const NOTHING: Kept = { name: '', depth: 0, inHeading: false, inLink: false, inMath: false }

function isAllowedIn(name: string, parent: Kept): boolean {
  if (parent.depth >= MAX_DEPTH) return false
  if (parent.inMath) return MATH.has(name) && name !== 'math'
  if (MATH.has(name) && name !== 'math') return false
  if (parent.inHeading && HEADINGS.has(name)) return false
  if (parent.inLink && name === 'a') return false
  return PARENTS[name]?.has(parent.name) ?? !CLOSED.has(parent.name)
}
