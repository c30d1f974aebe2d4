/**
 * The positions where a spreadsheet would run a formula, or where a guard against that was added: at the beginning of
 * a cell, also where a semicolon or tab separates cells, as in many countries.
 */
const FORMULA = /(^|[;\t]\s*)(?='*[=+\-@\t\r\n＝＋－＠])/g
// Found by its apostrophe: from each tab of many, the white space behind it would be read to its end.
const GUARD = /(?<=^|[;\t]\s*)'(?='*[=+\-@\t\r\n＝＋－＠])/g

const ADDRESS = /^https?:\/\/\S+$/i

/** A line of CSV for people, in which no cell is a formula. */
export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // A guarded address would not work.
  const safe = ADDRESS.test(text) ? text : text.replace(FORMULA, "$1'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell without the guard against formulas. */
export function withoutFormulaGuard(cell: string | undefined): string | undefined {
  return cell !== undefined && ADDRESS.test(cell) ? cell : cell?.replace(GUARD, '')
}
