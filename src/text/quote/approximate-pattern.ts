/** The ends of passages similar to a pattern, with the fewest errors (insertions, deletions and replacements). */
type PatternMatches = { ends: number[]; errors: number }

/**
 * A resumable search: `read` continues for about this many steps, and returns whether it has reached the end of the
 * text.
 */
export type PatternSearch = PatternMatches & { read(steps: number): boolean }

/** Rows of the error matrix in one block. */
const ROWS = 32

/** Searches texts for one pattern. A search takes one step for each unit of the text and about each 32 errors allowed. */
export type CompiledPattern = (text: string, maxErrors: number) => PatternSearch

/**
 * Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming" (1999): a column
 * of the error matrix is stored as the differences between its rows, 32 in a number, and only blocks that can lead to
 * a match are computed.
 */
export function compilePattern(pattern: string): CompiledPattern {
  const blocks = Math.ceil(pattern.length / ROWS)
  const noRows = new Int32Array(blocks)
  const masks = rowMasks(pattern, blocks)
  const last = blocks - 1
  const lastRow = (pattern.length - 1) % ROWS

  return (text, maxErrors) => {
    const found: PatternMatches = { ends: [], errors: Math.min(maxErrors, pattern.length) }
    const increases = new Int32Array(blocks).fill(-1)
    const decreases = new Int32Array(blocks)
    /** The errors in the last row of each block. */
    const errors = new Int32Array(blocks)
    let lastActive = Math.min(last, Math.max(0, Math.ceil(found.errors / ROWS) - 1))
    for (let block = 0; block <= lastActive; block++) errors[block] = rowsUpTo(block)
    let at = 0

    function rowsUpTo(block: number): number {
      return block === last ? pattern.length : (block + 1) * ROWS
    }

    /**
     * Advances a block to the next column. Takes the change of the row above it, and returns the change of its last
     * row.
     */
    function advance(block: number, mask: number, carried: number): number {
      const [plus, minus] = [increases[block]!, decreases[block]!]
      const isLess = carried < 0 ? 1 : 0
      const vertical = mask | minus
      const equal = mask | isLess
      const horizontal = (((equal & plus) + plus) ^ plus) | equal
      const risen = minus | ~(horizontal | plus)
      const fallen = plus & horizontal
      const row = block === last ? lastRow : ROWS - 1
      const shiftedUp = (risen << 1) | (carried > 0 ? 1 : 0)
      const shiftedDown = (fallen << 1) | isLess
      increases[block] = shiftedDown | ~(vertical | shiftedUp)
      decreases[block] = shiftedUp & vertical
      return ((risen >>> row) & 1) - ((fallen >>> row) & 1)
    }

    function readUnit(): void {
      const mask = masks.get(text.charCodeAt(at)) ?? noRows
      let carried = 0
      for (let block = 0; block <= lastActive; block++) {
        carried = advance(block, mask[block]!, carried)
        errors[block]! += carried
      }
      const isOpen = errors[lastActive]! - carried <= found.errors
      if (isOpen && lastActive < last && (mask[lastActive + 1]! & 1 || carried < 0)) {
        const before = errors[lastActive]! - carried
        lastActive += 1
        increases[lastActive] = -1
        decreases[lastActive] = 0
        errors[lastActive] =
          before + rowsUpTo(lastActive) - lastActive * ROWS + advance(lastActive, mask[lastActive]!, carried)
      } else while (lastActive > 0 && errors[lastActive]! >= found.errors + ROWS) lastActive -= 1
      at += 1
      if (lastActive < last || errors[last]! > found.errors) return
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
        for (let left = steps; left > 0 && at < text.length; left -= lastActive + 1) readUnit()
        return at === text.length
      },
    }
  }
}

/** For each character, the rows of the pattern that contain it. */
function rowMasks(pattern: string, blocks: number): Map<number, Int32Array> {
  const masks = new Map<number, Int32Array>()
  for (let row = 0; row < pattern.length; row++) {
    const unit = pattern.charCodeAt(row)
    const mask = masks.get(unit) ?? new Int32Array(blocks)
    masks.set(unit, mask)
    mask[Math.floor(row / ROWS)]! |= 1 << (row % ROWS)
  }
  return masks
}
