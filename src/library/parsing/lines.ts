/** The trimmed lines of a text, without blank lines and comments. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split(/\r\n|\n|\r/)
    rest = lines.pop()!
    yield* withoutBlankLines(lines)
    // An endless line must not fill the memory.
    if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE)
  }
  yield* withoutBlankLines([rest])
}

const MAX_LINE = 100_000

function withoutBlankLines(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}
