/** The text of an article as it is shown, and where blocks of it meet without white space, in UTF-16 units. */
export type ShownText = { text: string; blockStarts: number[] }

/** A piece of a text as people read it: with a line break where two blocks meet. */
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

/** The index of the first number that is larger, of numbers in order. */
function firstAfter(numbers: number[], least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! > least) high = middle
    else low = middle + 1
  }
  return low
}
