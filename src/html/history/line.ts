import { html } from 'hono/html'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Change } from '../../queue/history/change.ts'
import type { UndoPlan } from '../../queue/undo/plan-undo.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-facts.ts'
import type { Person } from '../parts/person.ts'
import { agentName } from '../parts/agent-name.ts'
import { shorten } from '../parts/shorten.ts'
import { allWords } from '../words/words.ts'
import { changeFields } from './line-fields.ts'
import { undoButton } from './undo-button.ts'
import { didText, didWords, titleOfChangedItem } from './line-words.ts'

/** A change with what is to be told of it. */
export type HistoryRow = {
  change: Change
  /** Undefined where it is gone for good. */
  item: Item | undefined
  /** What the agent had read just before; undefined also where that is gone. */
  read: Item | undefined
  /** What taking it back would come to. */
  plan: UndoPlan
}

export type ChangeViewOptions = {
  person: Person
  /** Where its forms come back to. */
  returnTo: string
  /** Whether each line says who it was, and of which item. */
  showsActor: boolean
  showsItem: boolean
}

/** The id of the sentence that says why it matters what was read before. */
export const READING_HINT = 'reading-hint'

const words = allWords.history
/** Of a title that is only named. */
const MAX_NAMED = 80

/** One change: when, who, what, why, and how to take it back. */
export function changeRow(row: HistoryRow, use: ChangeViewOptions): Fragment {
  const { change, item } = row
  const isUndone = change.undoneBy !== null
  const at = html`<time datetime="${new Date(change.at).toISOString()}"
    >${allWords.formats.time(change.at)}</time
  >`
  return html`<li class="line${isUndone ? ' undone' : ''}" id="change-${change.sequence}">
    ${at}
    <div class="line-text">
      <p class="did"><strong>${didWords(change)}</strong> ${use.showsActor && words.by(actorOf(change))}</p>
      ${use.showsItem && html`<p class="of-item">${itemLink(change, item)}</p>`} ${changeFields(change)}
      ${whyOf(change)} ${afterReading(row)} ${whyNot(row)}
    </div>
    ${undoing(row, use)}
  </li>`
}

function actorOf({ actor }: Change): Fragment | string {
  if (!actor.agent) return actor.kind === 'person' ? allWords.shell.you : words.service
  return html`<a class="agent" href="/agents/${encodeURIComponent(actor.agent.id)}"
    >${agentName(actor.agent.name)}</a
  >`
}

/** An item by its title, as a link while it is there. */
export function itemLink(change: Change, item: Item | undefined): Fragment {
  if (!item) return html`<span class="hint" dir="auto">${titleOfChangedItem(change, item)}</span>`
  return html`<a href="/queue/items/${item.id}" dir="auto" ${languageOf(item)}>${titleOf(item)}</a>`
}

function whyOf({ after }: Change): Fragment | undefined {
  const reason = after?.reason
  if (!reason) return undefined
  return html`<p class="why"><span class="what">${words.why}</span> <span dir="auto">${reason}</span></p>`
}

function afterReading({ change, read }: HistoryRow): Fragment | undefined {
  if (change.afterReading === null) return undefined
  const title = read
    ? html`<a href="/queue/items/${read.id}"><bdi>${shorten(titleOf(read), MAX_NAMED)}</bdi></a>`
    : words.goneItem
  return html`<p class="after-reading" aria-describedby="${READING_HINT}">${words.afterReading(title)}</p>`
}

/** Why a change is not taken back by a button. */
function whyNot({ change, plan }: HistoryRow): Fragment | undefined {
  if (change.undoneBy !== null || plan.kind === 'possible') return undefined
  return html`<p class="hint">${obstacle(plan)}</p>`
}

/** What stands in the way of taking a change back. */
export function obstacle(plan: { because: string; by?: Change | null }): Fragment | string {
  return plan.by ? words.changedSince(actorOf(plan.by)) : plan.because
}

function undoing(
  { change, item, plan }: HistoryRow,
  { person, returnTo }: ChangeViewOptions,
): Fragment | undefined {
  const title = shorten(titleOfChangedItem(change, item), MAX_NAMED)
  const form = (sequence: number, label: string) =>
    undoButton({
      person,
      returnTo: `${returnTo}#change-${change.sequence}`,
      change: sequence,
      extent: 'change',
      label: html`${label}<span class="unseen">${words.ofLine(didText(change), title)}</span>`,
    })
  if (change.undoneBy !== null) {
    return html`<div class="undoing">
      <span class="state">${words.undone}</span> ${form(change.undoneBy, words.redo)}
    </div>`
  }
  return plan.kind === 'possible'
    ? html`<div class="undoing">${form(change.sequence, words.undo)}</div>`
    : undefined
}
