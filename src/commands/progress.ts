import type { OnProgress } from '../database/copy/copy.ts'

const BAR_WIDTH = 30
/** Parts of the whole between two lines where nobody watches. */
const STEPS = 10

/** Shows how far long work is, on standard error: a bar on a terminal, else a line for each tenth. */
export function showProgress(): OnProgress {
  const { stderr } = process
  let shown = ''
  return (doing, done, total) => {
    const part = total === 0 ? 1 : Math.min(1, done / total)
    const width = stderr.isTTY ? BAR_WIDTH : STEPS
    const filled = Math.floor(part * width)
    if (shown === `${doing} ${filled}` || (shown === '' && part === 0)) return
    shown = `${doing} ${filled}`
    if (!stderr.isTTY) return void stderr.write(`${doing}: ${filled * STEPS} %\n`)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    stderr.write(`\r${doing.padEnd(10)} ${bar} ${Math.floor(part * 100)} %${filled === width ? '\n' : ''}`)
  }
}
