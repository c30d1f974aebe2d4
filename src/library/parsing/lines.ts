/** The lines of a text, trimmed, without blank ones and comments. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split(/\r\n|\n|\r/)
    rest = lines.pop()!
    yield* wanted(lines)
    // A line without an end is not kept whole.
    if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE)
  }
  yield* wanted([rest])
}

const MAX_LINE = 100_000

function wanted(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}
