import { html } from 'hono/html'
import { type Item, titleOf } from '../../queue/item.ts'
import type { Entry } from '../../queue/ledger/entry.ts'
import type { UndoPlan } from '../../queue/ledger/plan-undo.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../item-facts.ts'
import type { Person } from '../layout.ts'
import { agentName } from '../parts/agent-name.ts'
import { shorten } from '../parts/shorten.ts'
import { allWords } from '../words/words.ts'
import { lineFields } from './line-fields.ts'
import { undoButton } from './undo-button.ts'
import { didText, didWords, titleOfLineItem } from './line-words.ts'

/** A change with what is to be told of it. */
export type Line = {
  entry: Entry
  /** Undefined where it is gone for good. */
  item: Item | undefined
  /** What the agent had read just before; undefined also where that is gone. */
  read: Item | undefined
  /** What taking it back would come to. */
  plan: UndoPlan
}

export type LineUse = {
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
export function historyLine(line: Line, use: LineUse): Fragment {
  const { entry, item } = line
  const isUndone = entry.undoneBy !== null
  const at = html`<time datetime="${new Date(entry.at).toISOString()}"
    >${allWords.formats.time(entry.at)}</time
  >`
  return html`<li class="line${isUndone ? ' undone' : ''}" id="change-${entry.sequence}">
    ${at}
    <div class="line-text">
      <p class="did"><strong>${didWords(entry)}</strong> ${use.showsActor && words.by(actorOf(entry))}</p>
      ${use.showsItem && html`<p class="of-item">${itemLink(entry, item)}</p>`} ${lineFields(entry)}
      ${whyOf(entry)} ${afterReading(line)} ${whyNot(line)}
    </div>
    ${undoing(line, use)}
  </li>`
}

function actorOf({ actor }: Entry): Fragment | string {
  if (!actor.agent) return actor.kind === 'person' ? allWords.shell.you : words.service
  return html`<a class="agent" href="/agents/${encodeURIComponent(actor.agent.id)}"
    >${agentName(actor.agent.name)}</a
  >`
}

/** An item by its title, as a link while it is there. */
export function itemLink(entry: Entry, item: Item | undefined): Fragment {
  if (!item) return html`<span class="hint" dir="auto">${titleOfLineItem(entry, item)}</span>`
  return html`<a href="/queue/items/${item.id}" dir="auto" ${languageOf(item)}>${titleOf(item)}</a>`
}

function whyOf({ after }: Entry): Fragment | undefined {
  const reason = after?.reason
  if (!reason) return undefined
  return html`<p class="why"><span class="what">${words.why}</span> <span dir="auto">${reason}</span></p>`
}

function afterReading({ entry, read }: Line): Fragment | undefined {
  if (entry.afterReading === null) return undefined
  const title = read
    ? html`<a href="/queue/items/${read.id}"><bdi>${shorten(titleOf(read), MAX_NAMED)}</bdi></a>`
    : words.goneItem
  return html`<p class="after-reading" aria-describedby="${READING_HINT}">${words.afterReading(title)}</p>`
}

/** Why a change is not taken back by a button. */
function whyNot({ entry, plan }: Line): Fragment | undefined {
  if (entry.undoneBy !== null || plan.kind === 'possible') return undefined
  return html`<p class="hint">${obstacle(plan)}</p>`
}

/** What stands in the way of taking a change back. */
export function obstacle(plan: { because: string; by?: Entry | null }): Fragment | string {
  return plan.by ? words.changedSince(actorOf(plan.by)) : plan.because
}

function undoing({ entry, item, plan }: Line, { person, returnTo }: LineUse): Fragment | undefined {
  const title = shorten(titleOfLineItem(entry, item), MAX_NAMED)
  const form = (change: number, label: string) =>
    undoButton({
      person,
      returnTo: `${returnTo}#change-${entry.sequence}`,
      change,
      extent: 'change',
      label: html`${label}<span class="unseen">${words.ofLine(didText(entry), title)}</span>`,
    })
  if (entry.undoneBy !== null) {
    return html`<div class="undoing">
      <span class="state">${words.undone}</span> ${form(entry.undoneBy, words.redo)}
    </div>`
  }
  return plan.kind === 'possible'
    ? html`<div class="undoing">${form(entry.sequence, words.undo)}</div>`
    : undefined
}
