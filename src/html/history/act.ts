import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'
import { historyLine, type Line, type LineUse } from './line.ts'
import { undoButton } from './undo-button.ts'

const words = allWords.history

/** Lines in their order; those of one act that stand together have a head that takes back all of it. */
export function linesByAct(lines: Line[], use: LineUse): Fragment[] {
  const acts: Line[][] = []
  for (const line of lines) {
    const last = acts.at(-1)
    if (last?.[0]?.entry.act === line.entry.act) last.push(line)
    else acts.push([line])
  }
  return acts.map((act) => (act.length === 1 ? html`${historyLine(act[0]!, use)}` : oneAct(act, use)))
}

function oneAct(lines: Line[], use: LineUse): Fragment {
  const { act } = lines[0]!.entry
  const isUndoable = lines.some(({ plan }) => plan.kind === 'possible')
  return html`<li class="act" id="act-${act}">
    <div class="act-head">
      <span>${words.together(lines.length)}</span>
      ${
        isUndoable &&
        undoButton({
          person: use.person,
          returnTo: `${use.returnTo}#act-${act}`,
          change: act,
          extent: 'act',
          label: words.undoTogether,
        })
      }
    </div>
    <ol>
      ${lines.map((line) => historyLine(line, use))}
    </ol>
  </li>`
}
