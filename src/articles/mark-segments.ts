/** A marked range of an article's text, from `start` to before `end`, in UTF-16 units. */
export type Mark = { id: string; start: number; end: number; colour: string; hasNote: boolean }

/** A piece of text with the same marks throughout. */
export type Segment = {
  start: number
  end: number
  /** The marks that cover it, newest last, up to a limit. */
  ids: string[]
  newest: Mark
  /** Whether one of the marks ends with it. */
  isEnd: boolean
}

/** The most marks that one segment names. */
const MAX_NAMED = 8

/** Splits marks, newest last, where others begin or end. Marks of no text are left out. */
export function splitIntoSegments(marks: Mark[]): Segment[] {
  const order = new Map(marks.map((mark, index) => [mark, index]))
  const real = marks.filter(({ start, end }) => start >= 0 && start < end)
  const places = [...new Set(real.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  const byStart = real.toSorted((a, b) => a.start - b.start)
  const segments: Segment[] = []
  let open: Mark[] = []
  let next = 0
  for (const [index, start] of places.slice(0, -1).entries()) {
    const end = places[index + 1]!
    open = open.filter((mark) => mark.end > start)
    while (byStart[next]?.start === start) open.push(byStart[next++]!)
    if (open.length > 1) open.sort((a, b) => order.get(a)! - order.get(b)!)
    const newest = open.at(-1)
    if (!newest) continue
    const ids = open.slice(-MAX_NAMED).map(({ id }) => id)
    segments.push({ start, end, ids, newest, isEnd: open.some((mark) => mark.end === end) })
  }
  return segments
}
