import { html } from '../html.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Change } from '../../queue/history/change.ts'
import { truncate } from '../../text/truncate.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentPath } from '../parts/agent-path.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { icon } from '../parts/icon.ts'
import { titleOfChangedItem } from './change-description.ts'
import { actListItem, actsOf, countOf, isUndone, type ShownAct, sizesOf, whoDid } from './change-groups.ts'
import { type ChangeViewOptions, type HistoryRow, MAX_TITLE_LENGTH } from './change-list-item.ts'
import { countsSentence } from './digest.ts'
import { rowTime } from './row-time.ts'

const messages = allMessages.history

/** The longest pause between two acts of one row. */
const MAX_PAUSE = 10 * MINUTE
/** Fewer acts are easier to read one by one. */
const MIN_ACTS = 3

/** Changes in their order; what was done in succession is one row that opens, and so is each act of several changes. */
export function groupedChanges(rows: HistoryRow[], options: ChangeViewOptions): Fragment[] {
  const groups = successiveActs(actsOf(rows), options).flatMap((acts) =>
    acts.length < MIN_ACTS ? acts.map((act) => [act]) : [acts],
  )
  return groups.map((acts, index) => {
    const below = { ...options, timeAbove: timeOf(groups[index - 1]?.[0]) }
    return acts.length === 1 ? actListItem(acts[0]!, below) : actsListItem(acts, below)
  })
}

/** The time that the row of an act shows. */
function timeOf(act: ShownAct | undefined): number | undefined {
  return act?.[0]?.change.at
}

/** Acts that continue each other. One that the page has no room for all of stays by itself, so that a row undoes what it counts. */
function successiveActs(acts: ShownAct[], options: ChangeViewOptions): ShownAct[][] {
  const groups: ShownAct[][] = []
  for (const act of acts) {
    const last = groups.at(-1)
    if (last && continues(last.at(-1)!, act, options)) last.push(act)
    else groups.push([act])
  }
  return groups
}

/** Whether an act continues an older one without a long pause: of one agent, or passages of one article. */
function continues(newer: ShownAct, older: ShownAct, options: ChangeViewOptions): boolean {
  const [one, other] = [newer.at(-1)!.change, older[0]!.change]
  const isSameActor = one.actor.kind === other.actor.kind && one.actor.agent?.id === other.actor.agent?.id
  const isAbout = one.actor.agent !== null || isPassagesOfOneItem([one, other])
  const isWhole = [newer, older].every((act) => countOf(act, options) === act.length)
  return options.showsItem && isSameActor && isAbout && isWhole && one.at - other.at <= MAX_PAUSE
}

function isPassagesOfOneItem(changes: Change[]): boolean {
  const [first] = changes
  return changes.every(({ action, itemId }) => action === 'highlight-item' && itemId === first?.itemId)
}

function actsListItem(acts: ShownAct[], options: ChangeViewOptions): Fragment {
  const rows = acts.flat()
  const { sequence, at } = rows[0]!.change
  const id = `acts-${sequence}`
  const isPassages = isPassagesOfOneItem(rows.map(({ change }) => change))
  const within = { ...options, showsActor: false, showsItem: !isPassages }
  return html`<li class="${isPassages ? 'acts passages' : 'acts'}" id="${id}">
    ${rowTime(at, options)}
    <details>
      <summary>${isPassages ? passagesSummary(rows) : summaryOf(acts, options)} ${icon('chevron')}</summary>
      <ol>
        ${acts.map((act, index) => actListItem(act, { ...within, timeAbove: timeOf(acts[index - 1]) ?? at }))}
      </ol>
    </details>
    ${undoActs(acts, options, id)}
  </li>`
}

/** What acts did, such as `Claude saved 12 items and tagged 30`. */
function summaryOf(acts: ShownAct[], options: ChangeViewOptions): Fragment {
  const { actor } = acts[0]![0]!.change
  return messages.didInSuccession(whoDid(actor), countsSentence(acts.flatMap((act) => sizesOf(act, options))))
}

/** Such as `You highlighted 3 passages in “On tea”`. */
function passagesSummary(rows: HistoryRow[]): Fragment {
  const { change, item } = rows[0]!
  const title = truncate(titleOfChangedItem(change, item), MAX_TITLE_LENGTH)
  return messages.highlightedPassages({
    who: whoDid(change.actor),
    isYou: change.actor.kind === 'person',
    count: allMessages.formats.count(rows.length),
    title: html`<bdi>${title}</bdi>`,
  })
}

/** The button that undoes these acts and no others, which may be recorded between them. */
function undoActs(acts: ShownAct[], options: ChangeViewOptions, id: string): Fragment | undefined {
  if (acts.every((act) => isUndone(act, options)))
    return html`<div class="undoing"><span class="state">${messages.undone}</span></div>`
  const rows = acts.flat()
  const { agent } = rows[0]!.change.actor
  if (!agent || !options.showsAllActions || !rows.some(({ plan }) => plan.kind === 'possible'))
    return undefined
  const [newest, oldest] = [rows[0]!.change, rows.at(-1)!.change]
  const fields = { since: oldest.at, from: oldest.sequence, below: newest.sequence + 1 }
  return html`<div class="undoing">
    <form method="post" action="${agentPath(agent.id)}/undo">
      ${formTokenField(options.person.formToken)} ${returnField(`${options.returnTo}#${id}`)}
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button plain">${messages.undoTogether}</button>
    </form>
  </div>`
}
