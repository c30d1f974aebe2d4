import { html } from '../html.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentName } from '../parts/agent-name.ts'
import { agentPath } from '../parts/agent-path.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { timeOfDay } from '../parts/instant.ts'
import { actListItem, actsOf, countOf, isUndone, type ShownAct, sizesOf } from './change-groups.ts'
import type { HistoryRow, ChangeViewOptions } from './change-list-item.ts'
import { countsSentence } from './digest.ts'

const messages = allMessages.history

/** The longest pause between two acts of one row. */
const MAX_PAUSE = 10 * MINUTE
/** Fewer acts are easier to read one by one. */
const MIN_ACTS = 3

/** Changes in their order; what one agent did in succession is one row that opens, and so is each act of several changes. */
export function groupedChanges(rows: HistoryRow[], options: ChangeViewOptions): Fragment[] {
  return successiveActs(actsOf(rows), options).flatMap((acts) =>
    acts.length < MIN_ACTS ? acts.map((act) => actListItem(act, options)) : [actsListItem(acts, options)],
  )
}

/** Acts of one agent without a long pause. One that the page has no room for all of stays by itself, so that a row undoes what it counts. */
function successiveActs(acts: ShownAct[], options: ChangeViewOptions): ShownAct[][] {
  const groups: ShownAct[][] = []
  for (const act of acts) {
    const last = groups.at(-1)
    if (last && continues(last.at(-1)!, act, options)) last.push(act)
    else groups.push([act])
  }
  return groups
}

function continues(newer: ShownAct, older: ShownAct, options: ChangeViewOptions): boolean {
  const [one, other] = [newer.at(-1)!.change, older[0]!.change]
  const isSameAgent = one.actor.agent !== null && one.actor.agent.id === other.actor.agent?.id
  const isWhole = [newer, older].every((act) => countOf(act, options) === act.length)
  return options.showsItem && isSameAgent && isWhole && one.at - other.at <= MAX_PAUSE
}

function actsListItem(acts: ShownAct[], options: ChangeViewOptions): Fragment {
  const { sequence, at, actor } = acts[0]![0]!.change
  const id = `acts-${sequence}`
  const who = html`<strong class="agent">${agentName(actor.agent!.name)}</strong>`
  const did = messages.didInSuccession(who, countsSentence(acts.flatMap((act) => sizesOf(act, options))))
  const within = { ...options, showsActor: false }
  return html`<li class="acts" id="${id}">
    ${timeOfDay(at, options.person.timeZone)}
    <details>
      <summary>${did}</summary>
      <ol>
        ${acts.map((act) => actListItem(act, within))}
      </ol>
    </details>
    ${undoActs(acts, options, id)}
  </li>`
}

/** The button that undoes these acts and no others, which may be recorded between them. */
function undoActs(acts: ShownAct[], options: ChangeViewOptions, id: string): Fragment | undefined {
  if (acts.every((act) => isUndone(act, options)))
    return html`<div class="undoing"><span class="state">${messages.undone}</span></div>`
  const rows = acts.flat()
  if (!options.showsAllActions || !rows.some(({ plan }) => plan.kind === 'possible')) return undefined
  const [newest, oldest] = [rows[0]!.change, rows.at(-1)!.change]
  const fields = { since: oldest.at, from: oldest.sequence, below: newest.sequence + 1 }
  return html`<div class="undoing">
    <form method="post" action="${agentPath(newest.actor.agent!.id)}/undo">
      ${formTokenField(options.person.formToken)} ${returnField(`${options.returnTo}#${id}`)}
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button plain">${messages.undoTogether}</button>
    </form>
  </div>`
}
