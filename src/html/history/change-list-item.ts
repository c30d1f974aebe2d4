import { html } from '../html.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Change } from '../../queue/history/change.ts'
import type { ActSize } from '../../queue/history/count-acts.ts'
import { type ChangePart, partsOf } from '../../queue/history/change-part.ts'
import type { UndoneAct } from '../../queue/history/undone-acts.ts'
import { undonePartsOf } from '../../queue/history/undone.ts'
import type { UndoConflict } from '../../queue/undo/undo-conflict.ts'
import type { UndoPlan } from '../../queue/undo/plan-undo.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import type { Person } from '../parts/person.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName } from '../parts/agent-name.ts'
import { savedSearchPath } from '../items/saved-search-path.ts'
import { truncate } from '../../text/truncate.ts'
import { agentPath } from '../parts/agent-path.ts'
import { allMessages } from '../messages/messages.ts'
import { changeFields } from './change-fields.ts'
import { changeQuotes } from './change-quotes.ts'
import { rowTime } from './row-time.ts'
import { undoButton } from './undo-button.ts'
import {
  changeDescriptionText,
  changeDescription,
  titleOfChangedItem,
  undoneDescription,
} from './change-description.ts'

/** A change with what its row shows. */
export type HistoryRow = {
  change: Change
  /** Undefined once it is deleted. */
  item: Item | undefined
  /** What the agent had read just before, if it still exists. */
  lastReadItem: Item | undefined
  /** What undoing it would do. */
  plan: UndoPlan
  /** What it undid, if it undid something that is still kept. */
  undone: UndoneAct | undefined
}

export type ChangeViewOptions = {
  person: Person
  /** The path its forms redirect to. */
  returnTo: string
  /** Whether each row names the actor and the item. */
  showsActor: boolean
  showsItem: boolean
  /** Whether the page is about changes of all actions. */
  showsAllActions: boolean
  /** How many changes of each action the acts of the page have, where it may not show all of one. */
  actSizes?: Map<number, ActSize[]> | undefined
  /** Undos that the row of what they undid takes back, so that one act has one button. */
  undosOfShownChanges?: ReadonlySet<number> | undefined
  /** The time that the row above shows. */
  timeAbove?: number | undefined
}

/** The id of the sentence that explains why a row says what was read before. */
export const READING_HINT = 'reading-hint'

const messages = allMessages.history
/** Characters of an item's title. */
export const MAX_TITLE_LENGTH = 80

/** One change: when, who, what, why, and a button that undoes it. */
export function changeListItem(row: HistoryRow, options: ChangeViewOptions): Fragment {
  const { change, item } = row
  const isUndone = change.undoneBy !== null
  return html`<li class="change${isUndone ? ' undone' : ''}" id="change-${change.sequence}">
    ${rowTime(change.at, options)}
    <div class="change-text">
      <div class="did-line">
        <p class="did">
          <strong>${changeDescription(change, row.undone)}</strong>
          ${options.showsActor && messages.by(actorOf(change, true))}${undoneDescription(change, row.undone)}
          ${change.acceptedAt !== null && html`<span class="hint">${messages.accepted}</span>`}
        </p>
        ${options.showsItem && html`<p class="of-item">${itemLink(change, item)}</p>`}
      </div>
      ${changeQuotes(change, item)}
      ${changeFields(change, { undone: row.undone, timeZone: options.person.timeZone })} ${reasonOf(change)}
      ${afterReadingNote(row)} ${undoneInPartNote(change)} ${blockedNote(row)}
    </div>
    ${undoControls(row, options)}
  </li>`
}

function actorOf({ actor }: Change, hasMark = false): Fragment | string {
  if (!actor.agent) return actor.kind === 'person' ? allMessages.shell.you : messages.service
  const { id, name } = actor.agent
  return html`<a class="agent" href="${agentPath(id)}">${hasMark && agentAvatar(name)}${agentName(name)}</a>`
}

/** An item by its title, linked while it exists; a saved search by its name, linked to what it finds. */
export function itemLink(change: Change, item: Item | undefined): Fragment {
  if (change.search?.after)
    return html`<a href="${savedSearchPath(change.search.after)}" dir="auto">${change.search.after.name}</a>`
  if (!item) return html`<span class="hint" dir="auto">${titleOfChangedItem(change, item)}</span>`
  return html`<a href="/queue/items/${item.id}" dir="auto" ${languageOf(item)}>${titleOf(item)}</a>`
}

function reasonOf({ after }: Change): Fragment | undefined {
  const reason = after?.reason
  if (!reason) return undefined
  return html`<p class="why">
    <span class="caption">${messages.reason}</span> <span dir="auto">${reason}</span>
  </p>`
}

function afterReadingNote({ change, lastReadItem: read }: HistoryRow): Fragment | undefined {
  if (change.afterReading === null) return undefined
  const title = read
    ? html`<a href="/queue/items/${read.id}"><bdi>${truncate(titleOf(read), MAX_TITLE_LENGTH)}</bdi></a>`
    : messages.goneItem
  return html`<p class="after-reading" aria-describedby="${READING_HINT}">${messages.afterReading(title)}</p>`
}

/** Which parts of a change are undone, if not all of it is. */
function undoneInPartNote(change: Change): Fragment | undefined {
  const undone = change.undoneBy === null ? undonePartsOf(change) : []
  if (undone.length === 0) return undefined
  return html`<p class="hint">${messages.undoneInPart(allMessages.formats.list(undone.map(partName)))}</p>`
}

/** Why a change has no undo button, or what it would leave. */
function blockedNote({ change, plan }: HistoryRow): Fragment | undefined {
  if (change.undoneBy !== null || (plan.kind === 'possible' && plan.conflicts.length === 0)) return undefined
  const blocked = plan.kind === 'refused' ? plan : { because: '', by: null, conflicts: [], ...plan }
  return html`<p class="hint">${blockedReason(change, blocked)}</p>`
}

type Blocked = { because: string; by: Change | null; conflicts: UndoConflict[] }

/** Why a change can't be undone, or which parts of it would stay and why. */
export function blockedReason(change: Change, { because, by, conflicts }: Blocked): Fragment | string {
  if (conflicts.length === 0) return sinceOf({ because, by })
  const [first] = conflicts
  if (first && partsOf(change).length === 1) return sinceOf(first)
  return html`${conflicts.map(
    ({ part, because, by }, index) =>
      html`${index > 0 && html`<br />`}${messages.cannotUndo(partName(part), sinceOf({ because, by }))}`,
  )}`
}

/** What a part of a change is called in the middle of a sentence. */
function partName({ what, tag, highlight }: ChangePart): string {
  if (highlight) return messages.highlightPart[highlight.field ?? 'whole'](highlight.name)
  return tag === undefined ? (messages.parts[what] ?? what) : messages.tagPart(tag)
}

function sinceOf({ because, by }: { because: string; by: Change | null }): Fragment | string {
  if (!by) return because
  return by.actor.kind === 'person' ? messages.youChangedSince : messages.changedSince(actorOf(by))
}

function undoControls(
  { change, item, plan }: HistoryRow,
  { person, returnTo, undosOfShownChanges }: ChangeViewOptions,
): Fragment | undefined {
  if (undosOfShownChanges?.has(change.sequence)) {
    return change.undoneBy === null
      ? undefined
      : html`<div class="undoing"><span class="state">${messages.undone}</span></div>`
  }
  const title = truncate(titleOfChangedItem(change, item), MAX_TITLE_LENGTH)
  const form = (sequence: number, label: string) =>
    undoButton({
      person,
      returnTo: `${returnTo}#change-${change.sequence}`,
      change: sequence,
      extent: 'change',
      label: html`${label}<span class="visually-hidden"
          >${messages.ofChange(changeDescriptionText(change), title)}</span
        >`,
    })
  if (change.undoneBy !== null) {
    return html`<div class="undoing">
      <span class="state">${messages.undone}</span> ${form(change.undoneBy, messages.redo)}
    </div>`
  }
  return plan.kind === 'possible'
    ? html`<div class="undoing">${form(change.sequence, messages.undo)}</div>`
    : undefined
}
