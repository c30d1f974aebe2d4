import { MATH_ELEMENTS } from './allow-list.ts'

/** Chromium nests no deeper either, and the parser's time grows with the open elements. */
export const MAX_OPEN_ELEMENTS = 512

/** Kept elements nested deeper than this are taken away around their text. */
const MAX_DEPTH = 40

const MATH = new Set(MATH_ELEMENTS)
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

export function isHeading(name: string): boolean {
  return HEADINGS.has(name)
}

/** The elements that stand nowhere else than in these. */
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

/** The elements that hold nothing else than those whose parent they are. */
const CLOSED = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])

/** The open elements while markup is read; each is told to it, and its end. */
export type Nesting = {
  open(): void
  /** Whether the element just opened may stand here under this name. */
  admits(name: string): boolean
  /** Keeps the element just opened: what follows is in it. */
  keep(name: string): void
  close(): void
}

/**
 * Knows where an element may stand so that a browser's parser leaves it there. In other places it ends open
 * elements by itself (HTML §13.2.6.4), and the end tags that are left over would then end those around the
 * article.
 */
export function createNesting(): Nesting {
  /** For each open element the kept one it lies in, or is. */
  const parents: Kept[] = [NOTHING]

  return {
    open() {
      parents.push(parents.at(-1)!)
    },
    admits: (name) => isPlace(name, parents.at(-1)!),
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

function isPlace(name: string, parent: Kept): boolean {
  if (parent.depth >= MAX_DEPTH) return false
  if (parent.inMath) return MATH.has(name) && name !== 'math'
  if (MATH.has(name) && name !== 'math') return false
  if (parent.inHeading && HEADINGS.has(name)) return false
  if (parent.inLink && name === 'a') return false
  return PARENTS[name]?.has(parent.name) ?? !CLOSED.has(parent.name)
}
