import type TurndownService from 'turndown'
import type { MarkupNode } from './markup-node.ts'

/** Wider cells than this are written as if they were this wide. */
const MAX_COLSPAN = 20

/**
 * Teaches turndown the tables of GitHub's Markdown. Tables that only lay out a page, of one row or column or
 * with other tables in them, become paragraphs. The plugins for turndown write HTML into the Markdown: for a cell of
 * several lines, and for a table that holds a list or code.
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
      if (shapeOf(cell).isLayout) return `\n\n${content}\n\n`
      const text = content.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')
      return `| ${text} ${'|  '.repeat(colspanOf(cell) - 1)}`
    },
  })
  turndown.addRule('row', {
    filter: 'tr',
    replacement(content, node) {
      const row = node as unknown as MarkupNode
      const { isLayout, columns, firstRow } = shapeOf(row)
      if (isLayout) return content
      const line = `${content}|\n`
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

type Shape = { isLayout: boolean; columns: number; firstRow: MarkupNode | undefined }

const LAYOUT: Shape = { isLayout: true, columns: 0, firstRow: undefined }

function readShape(table: MarkupNode): Shape {
  const rows = childElements(table).flatMap((child) =>
    child.nodeName === 'TR' ? [child] : childElements(child).filter(({ nodeName }) => nodeName === 'TR'),
  )
  let columns = 0
  for (const row of rows) {
    const width = childElements(row).reduce((sum, cell) => sum + colspanOf(cell), 0)
    columns = Math.max(columns, width)
  }
  const isLayout = rows.length < 2 || columns < 2 || table.getElementsByTagName('table').length > 0
  return { isLayout, columns, firstRow: rows[0] }
}

function colspanOf(cell: MarkupNode): number {
  const colspan = Number(cell.getAttribute('colspan') ?? 1)
  return Math.min(Math.max(colspan, 1), MAX_COLSPAN)
}

function childElements(node: MarkupNode): MarkupNode[] {
  const elements: MarkupNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1) elements.push(child)
  }
  return elements
}
