/** Where passages like a pattern end, with the fewest errors (insertions, deletions and replacements). */
type LikeEnds = { ends: number[]; errors: number }

/** A search in steps: `read` goes on for about so many steps, and says whether it has come to the end of the text. */
export type LikeSearch = LikeEnds & { read(steps: number): boolean }

/** Rows of the table of errors in one block. */
const ROWS = 32

/** Looks for one pattern in texts. A search takes a step for each unit of the text and about each 32 errors allowed. */
export type LikePattern = (text: string, maxErrors: number) => LikeSearch

/**
 * Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming" (1999): a column of the
 * table of errors is kept as differences from row to row, 32 to a number, and only blocks that can lead to a match are
 * looked at.
 */
export function likePattern(pattern: string): LikePattern {
  const blocks = Math.ceil(pattern.length / ROWS)
  const nowhere = new Int32Array(blocks)
  const masks = masksOf(pattern, blocks)
  const last = blocks - 1
  const lastRow = (pattern.length - 1) % ROWS

  return (text, maxErrors) => {
    const found: LikeEnds = { ends: [], errors: Math.min(maxErrors, pattern.length) }
    const more = new Int32Array(blocks).fill(-1)
    const less = new Int32Array(blocks)
    /** Errors in the last row of each block. */
    const errors = new Int32Array(blocks)
    let deepest = Math.min(last, Math.max(0, Math.ceil(found.errors / ROWS) - 1))
    for (let block = 0; block <= deepest; block++) errors[block] = rowsUpTo(block)
    let at = 0

    function rowsUpTo(block: number): number {
      return block === last ? pattern.length : (block + 1) * ROWS
    }

    /** Takes a block to the next column; takes and gives by how much the row above it, and its last row, differ. */
    function advance(block: number, mask: number, carried: number): number {
      const [plus, minus] = [more[block]!, less[block]!]
      const isLess = carried < 0 ? 1 : 0
      const vertical = mask | minus
      const equal = mask | isLess
      const horizontal = (((equal & plus) + plus) ^ plus) | equal
      const risen = minus | ~(horizontal | plus)
      const fallen = plus & horizontal
      const row = block === last ? lastRow : ROWS - 1
      const shiftedUp = (risen << 1) | (carried > 0 ? 1 : 0)
      const shiftedDown = (fallen << 1) | isLess
      more[block] = shiftedDown | ~(vertical | shiftedUp)
      less[block] = shiftedUp & vertical
      return ((risen >>> row) & 1) - ((fallen >>> row) & 1)
    }

    function readUnit(): void {
      const mask = masks.get(text.charCodeAt(at)) ?? nowhere
      let carried = 0
      for (let block = 0; block <= deepest; block++) {
        carried = advance(block, mask[block]!, carried)
        errors[block]! += carried
      }
      const isOpen = errors[deepest]! - carried <= found.errors
      if (isOpen && deepest < last && (mask[deepest + 1]! & 1 || carried < 0)) {
        const before = errors[deepest]! - carried
        deepest += 1
        more[deepest] = -1
        less[deepest] = 0
        errors[deepest] =
          before + rowsUpTo(deepest) - deepest * ROWS + advance(deepest, mask[deepest]!, carried)
      } else while (deepest > 0 && errors[deepest]! >= found.errors + ROWS) deepest -= 1
      at += 1
      if (deepest < last || errors[last]! > found.errors) return
      if (errors[last]! < found.errors) found.ends = []
      found.errors = errors[last]!
      found.ends.push(at)
    }

    return {
      get ends() {
        return found.ends
      },
      get errors() {
        return found.errors
      },
      read(steps) {
        if (blocks === 0) return true
        for (let left = steps; left > 0 && at < text.length; left -= deepest + 1) readUnit()
        return at === text.length
      },
    }
  }
}

/** In which rows each character stands. */
function masksOf(pattern: string, blocks: number): Map<number, Int32Array> {
  const masks = new Map<number, Int32Array>()
  for (let row = 0; row < pattern.length; row++) {
    const unit = pattern.charCodeAt(row)
    const mask = masks.get(unit) ?? new Int32Array(blocks)
    masks.set(unit, mask)
    mask[Math.floor(row / ROWS)]! |= 1 << (row % ROWS)
  }
  return masks
}
