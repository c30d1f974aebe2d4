import { textOf, toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { linesOf } from '../parsing/lines.ts'

/** Lines of an address and a title: `https://… | Title` as OneTab writes them. */
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

/** An address on each line; what follows the first space is its title. */
export const plainText: Format = {
  name: 'text',
  title: 'List of links',
  matches: (file) => file.kind === 'text' && /^\s*https?:\/\/\S+(\s|$)/.test(firstLine(file.head)),
  read: (input) =>
    rowsOf(linesOf(input.text()), (line, row) => {
      const [, url, title] = /^(\S+)\s*(.*)$/s.exec(line)!
      return /^[a-z][a-z\d+.-]*:/i.test(url!)
        ? toRow(row, { url, title })
        : { row, reason: 'not_an_address', title: line }
    }),
}

function firstLine(head: string): string {
  return (
    head
      .trimStart()
      .split(/\r?\n/)
      .find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  )
}
