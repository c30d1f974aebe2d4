import type { OnProgress } from '../database/copy/copy.ts'

const BAR_WIDTH = 30
/** Without a terminal, one line for each tenth. */
const LOG_STEPS = 10

/** Shows progress on standard error: a bar on a terminal, otherwise a line for each tenth. */
export function showProgress(): OnProgress {
  const { stderr } = process
  let shown = ''
  return (label, done, total) => {
    const fraction = total === 0 ? 1 : Math.min(1, done / total)
    const width = stderr.isTTY ? BAR_WIDTH : LOG_STEPS
    const filled = Math.floor(fraction * width)
    if (shown === `${label} ${filled}` || (shown === '' && fraction === 0)) return
    shown = `${label} ${filled}`
    if (!stderr.isTTY) return void stderr.write(`${label}: ${filled * LOG_STEPS} %\n`)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    stderr.write(
      `\r${label.padEnd(10)} ${bar} ${Math.floor(fraction * 100)} %${filled === width ? '\n' : ''}`,
    )
  }
}
