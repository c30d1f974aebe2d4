/**
 * The text of an article as it is shown, and the offsets where its blocks are adjacent without white space, in UTF-16
 * units.
 */
export type ShownText = { text: string; blockStarts: number[] }

/** Part of a text with a line break between adjacent blocks, as people read it. */
export function readablePiece({ text, blockStarts }: ShownText, start: number, end: number): string {
  let piece = ''
  let from = start
  for (let index = firstAfter(blockStarts, start); blockStarts[index]! < end; index++) {
    const at = blockStarts[index]!
    piece += text.slice(from, at)
    if (!/\s/.test(text.charAt(at - 1)) && !/\s/.test(text.charAt(at))) piece += '\n'
    from = at
  }
  return piece + text.slice(from, end)
}

/** In sorted numbers, the index of the first one that is larger. */
function firstAfter(numbers: number[], least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! > least) high = middle
    else low = middle + 1
  }
  return low
}
