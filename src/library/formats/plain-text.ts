import { textOf, toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { linesOf } from '../parsing/lines.ts'

/** Lines of an address and a title: `https://… | Title`, as OneTab writes them. */
export const onetab: Format = {
  name: 'onetab',
  title: 'OneTab',
  matches: (file) => file.kind === 'text' && /^\s*https?:\/\/\S+ \| /.test(firstLine(file.head)),
  read: (input) =>
    rowsOf(linesOf(input.text()), (line, row) => {
      const [url, ...title] = line.split(' | ')
      return toRow(row, { url, title: textOf(title.join(' | ')) })
    }),
}

/** Lines of an address and optionally its title, or of several addresses. */
export const plainText: Format = {
  name: 'text',
  title: 'List of links',
  matches: (file) => file.kind === 'text' && isList(file.head),
  read: (input) =>
    rowsOf(linksOf(linesOf(input.text())), (line, row) => {
      const [, url, title] = /^(\S+)\s*(.*)$/s.exec(line)!
      return /^[a-z][a-z\d+.-]*:/i.test(url!)
        ? toRow(row, { url, title })
        : { row, reason: 'not_an_address', title: line }
    }),
}

const ADDRESS = /^https?:\/\/\S+$/i
/** Separators between two addresses on a line. */
const SEPARATOR = /\s+|[,;|](?=https?:\/\/)/i

/** Whether the text has lines. One long line of addresses is read by `anyLinks`, which has no limit per line. */
function isList(head: string): boolean {
  const words = firstLine(head).split(SEPARATOR)
  const isOneLine = !/[\r\n]/.test(head.trim())
  return ADDRESS.test(words[0]!) && !(isOneLine && words.length > 2 && words.slice(0, -1).every(isAddress))
}

async function* linksOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    const words = line.split(SEPARATOR)
    if (words.length > 1 && words.every(isAddress)) yield* new Set(words)
    else yield line
  }
}

function isAddress(word: string): boolean {
  return ADDRESS.test(word)
}

function firstLine(head: string): string {
  return (
    head
      .trimStart()
      .split(/\r?\n/)
      .find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  )
}
