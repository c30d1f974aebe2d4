/**
 * Where a spreadsheet would run a formula, and where a text was kept from being one: at the beginning of a cell, also where a
 * semicolon or tab separates cells, as in the settings of many countries.
 */
const FORMULA = /(^|[;\t]\s*)(?='*[=+\-@\t\r\n＝＋－＠])/g
const GUARDED = /(^|[;\t]\s*)'(?='*[=+\-@\t\r\n＝＋－＠])/g

const ADDRESS = /^https?:\/\/\S+$/i

/** A line of CSV for people: no cell is a formula. */
export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // An address would lead elsewhere.
  const safe = ADDRESS.test(text) ? text : text.replace(FORMULA, "$1'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell that was kept from being a formula. */
export function withoutFormulaGuard(cell: string | undefined): string | undefined {
  return cell !== undefined && ADDRESS.test(cell) ? cell : cell?.replace(GUARDED, '$1')
}
