/** What is marked in the text of an article: from `start` to before `end`, in UTF-16 units. */
export type Mark = { id: string; start: number; end: number; colour: string; hasNote: boolean }

/** A piece of text with the same marks all through. */
export type Segment = {
  start: number
  end: number
  /** The marks it lies in, the newest last; no more than a few of many. */
  ids: string[]
  newest: Mark
  /** Whether one of them ends with it. */
  isEnd: boolean
}

/** Marks over one piece that it names. */
const MAX_NAMED = 8

/** Cuts marks, the newest last, where others begin or end. Those that hold no text are left out. */
export function segmentsOf(marks: Mark[]): Segment[] {
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
