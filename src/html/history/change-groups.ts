import { html } from '../html.ts'
import type { Actor } from '../../queue/model/actor.ts'
import type { ActSize } from '../../queue/history/count-acts.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { icon } from '../parts/icon.ts'
import { changeListItem, type HistoryRow, type ChangeViewOptions } from './change-list-item.ts'
import { rowTime } from './row-time.ts'
import { undoButton } from './undo-button.ts'

const messages = allMessages.history

/** The changes of a page that were made together, newest first. */
export type ShownAct = HistoryRow[]

/** Changes in their order, those that were made together in one list. */
export function actsOf(rows: HistoryRow[]): ShownAct[] {
  const acts: ShownAct[] = []
  for (const row of rows) {
    const last = acts.at(-1)
    if (last?.[0]?.change.act === row.change.act) last.push(row)
    else acts.push([row])
  }
  return acts
}

/** An act: its change, or one row that opens, with a button that undoes all of it. */
export function actListItem(rows: ShownAct, options: ChangeViewOptions): Fragment {
  const size = countOf(rows, options)
  if (size === 1) return changeListItem(rows[0]!, options)
  const { act, at } = rows[0]!.change
  const rest = size - rows.length
  return html`<li class="act" id="act-${act}">
    ${rowTime(at, options)}
    <details>
      <summary>${summaryOf(rows, options)} ${icon('chevron')}</summary>
      <ol>
        ${rows.map((row) => changeListItem(row, { ...options, showsActor: false, timeAbove: at }))}
      </ol>
      ${rest > 0 && html`<p class="hint">${messages.notShown(allMessages.formats.count(rest))}</p>`}
    </details>
    ${undoAll(rows, options)}
  </li>`
}

/** What the act did, such as `Claude tagged 12 items`. */
function summaryOf(rows: ShownAct, options: ChangeViewOptions): Fragment {
  const { action, actor } = rows[0]!.change
  const isOneKind = sizesOf(rows, options).length === 1
  const sentence = (isOneKind && messages.acts[action]) || messages.changedTogether
  const count = allMessages.formats.count(countOf(rows, options))
  return html`${sentence(whoDid(actor), count, actor.kind === 'person')}`
}

/** Who did something, at the beginning of a sentence. */
export function whoDid({ agent, kind }: Actor): Fragment {
  const name = agent ? html`${agentAvatar(agent.name)}${agentName(agent.name)}` : messages.people[kind]
  return html`<strong ${attributes({ class: agent ? 'agent' : undefined })}>${name}</strong>`
}

/** How many changes the act has of each action, among those that match the page's filter, shown or not. */
export function sizesOf(rows: ShownAct, { actSizes }: ChangeViewOptions): ActSize[] {
  return actSizes?.get(rows[0]!.change.act) ?? shownSizes(rows)
}

function shownSizes(rows: ShownAct): ActSize[] {
  return [...Map.groupBy(rows, ({ change }) => change.action)].map(([action, of]) => ({
    action,
    count: of.length,
    undone: of.filter(({ change }) => change.undoneBy !== null).length,
  }))
}

/** How many changes the act has, among those that match the page's filter. */
export function countOf(rows: ShownAct, options: ChangeViewOptions): number {
  const total = sizesOf(rows, options).reduce((sum, { count }) => sum + count, 0)
  return Math.max(total, rows.length)
}

export function isUndone(rows: ShownAct, options: ChangeViewOptions): boolean {
  return sizesOf(rows, options).every(({ count, undone }) => undone === count)
}

function undoAll(rows: ShownAct, options: ChangeViewOptions): Fragment | undefined {
  const { person, returnTo } = options
  const { act } = rows[0]!.change
  if (isUndone(rows, options))
    return html`<div class="undoing"><span class="state">${messages.undone}</span></div>`
  if (!rows.some(({ plan }) => plan.kind === 'possible')) return undefined
  const label = messages.undoTogether
  const form = undoButton({ person, returnTo: `${returnTo}#act-${act}`, change: act, extent: 'act', label })
  return html`<div class="undoing">${form}</div>`
}
