import type TurndownService from 'turndown'
import type { MarkupNode } from './markup-node.ts'

/** The most columns or rows that a cell may span; larger spans are cut to this. */
const MAX_SPAN = 20

/**
 * Makes turndown write the tables of GitHub Flavored Markdown. Layout tables (one row or column, or nested tables)
 * become paragraphs. The plugins for turndown write HTML for cells of several lines and for tables that contain lists
 * or code.
 */
export function addTables(turndown: TurndownService): void {
  const shapes = new WeakMap<MarkupNode, Shape>()

  function shapeOf(node: MarkupNode): Shape {
    let table: MarkupNode | null = node
    while (table && table.nodeName !== 'TABLE') table = table.parentNode
    if (!table) return LAYOUT
    let shape = shapes.get(table)
    if (!shape) shapes.set(table, (shape = readShape(table)))
    return shape
  }

  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement(content, node) {
      const cell = node as unknown as MarkupNode
      const { isLayout, filled } = shapeOf(cell)
      if (isLayout) return `\n\n${content}\n\n`
      const text = content.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')
      return `${'|  '.repeat(filled.get(cell) ?? 0)}| ${text} ${'|  '.repeat(spanOf(cell, 'colspan') - 1)}`
    },
  })
  turndown.addRule('row', {
    filter: 'tr',
    replacement(content, node) {
      const row = node as unknown as MarkupNode
      const { isLayout, columns, firstRow, filled } = shapeOf(row)
      if (isLayout) return content
      const line = `${content}${'|  '.repeat(filled.get(row) ?? 0)}|\n`
      if (row !== firstRow) return line
      const border = `${'| --- '.repeat(columns)}|\n`
      const isHeading = childElements(row).every((cell) => cell.nodeName === 'TH')
      return isHeading ? line + border : `${'|  '.repeat(columns)}|\n${border}${line}`
    },
  })
  turndown.addRule('section', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: (content, node) =>
      shapeOf(node as unknown as MarkupNode).isLayout ? content : `${content}\n`.replace(/\n+/g, '\n'),
  })
  turndown.addRule('caption', { filter: 'caption', replacement: (content) => `\n\n${content}\n\n` })
}

/**
 * `filled` are the empty cells before a cell or at the end of a row: they are missing, or covered by a cell of a row
 * above.
 */
type Shape = {
  isLayout: boolean
  columns: number
  firstRow: MarkupNode | undefined
  filled: Map<MarkupNode, number>
}

const LAYOUT: Shape = { isLayout: true, columns: 0, firstRow: undefined, filled: new Map() }

function readShape(table: MarkupNode): Shape {
  const rows = childElements(table).flatMap((child) =>
    child.nodeName === 'TR' ? [child] : childElements(child).filter(({ nodeName }) => nodeName === 'TR'),
  )
  const filled = new Map<MarkupNode, number>()
  const widths: number[] = []
  /** For each column, how many of the next rows a cell from above spans. */
  let reach: number[] = []
  for (const row of rows) {
    const below: number[] = []
    let column = 0
    for (const cell of childElements(row)) {
      const start = column
      for (; (reach[column] ?? 0) > 0; column++) below[column] = reach[column]! - 1
      if (column > start) filled.set(cell, column - start)
      const end = column + spanOf(cell, 'colspan')
      for (; column < end; column++) below[column] = spanOf(cell, 'rowspan') - 1
    }
    const start = column
    for (; (reach[column] ?? 0) > 0; column++) below[column] = reach[column]! - 1
    if (column > start) filled.set(row, column - start)
    widths.push(column)
    reach = below
  }
  const columns = widths.reduce((most, width) => Math.max(most, width), 0)
  for (const [index, row] of rows.entries()) {
    if (widths[index]! < columns) filled.set(row, (filled.get(row) ?? 0) + columns - widths[index]!)
  }
  const isLayout = rows.length < 2 || columns < 2 || table.getElementsByTagName('table').length > 0
  return { isLayout, columns, firstRow: rows[0], filled }
}

function spanOf(cell: MarkupNode, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1)
  return Math.min(Math.max(span, 1), MAX_SPAN)
}

function childElements(node: MarkupNode): MarkupNode[] {
  const elements: MarkupNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1) elements.push(child)
  }
  return elements
}
