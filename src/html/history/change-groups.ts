import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { changeListItem, type HistoryRow, type ChangeViewOptions } from './change-list-item.ts'
import { undoButton } from './undo-button.ts'

const messages = allMessages.history

/** Changes in their order; adjacent ones that were made together are grouped, with a button that undoes all of them. */
export function groupedChanges(rows: HistoryRow[], options: ChangeViewOptions): Fragment[] {
  const acts: HistoryRow[][] = []
  for (const row of rows) {
    const last = acts.at(-1)
    if (last?.[0]?.change.act === row.change.act) last.push(row)
    else acts.push([row])
  }
  return acts.map((act) =>
    act.length === 1 ? html`${changeListItem(act[0]!, options)}` : changeGroup(act, options),
  )
}

function changeGroup(rows: HistoryRow[], options: ChangeViewOptions): Fragment {
  const { act } = rows[0]!.change
  const isUndoable = rows.some(({ plan }) => plan.kind === 'possible')
  return html`<li class="act" id="act-${act}">
    <div class="act-head">
      <span>${messages.together(rows.length)}</span>
      ${
        isUndoable &&
        undoButton({
          person: options.person,
          returnTo: `${options.returnTo}#act-${act}`,
          change: act,
          extent: 'act',
          label: messages.undoTogether,
        })
      }
    </div>
    <ol>
      ${rows.map((row) => changeListItem(row, options))}
    </ol>
  </li>`
}
