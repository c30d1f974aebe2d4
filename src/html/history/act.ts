import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'
import { changeRow, type HistoryRow, type ChangeViewOptions } from './line.ts'
import { undoButton } from './undo-button.ts'

const words = allWords.history

/** Lines in their order; those of one act that stand together have a head that takes back all of it. */
export function changesByAct(rows: HistoryRow[], use: ChangeViewOptions): Fragment[] {
  const acts: HistoryRow[][] = []
  for (const row of rows) {
    const last = acts.at(-1)
    if (last?.[0]?.change.act === row.change.act) last.push(row)
    else acts.push([row])
  }
  return acts.map((act) => (act.length === 1 ? html`${changeRow(act[0]!, use)}` : oneAct(act, use)))
}

function oneAct(rows: HistoryRow[], use: ChangeViewOptions): Fragment {
  const { act } = rows[0]!.change
  const isUndoable = rows.some(({ plan }) => plan.kind === 'possible')
  return html`<li class="act" id="act-${act}">
    <div class="act-head">
      <span>${words.together(rows.length)}</span>
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
      ${rows.map((row) => changeRow(row, use))}
    </ol>
  </li>`
}
