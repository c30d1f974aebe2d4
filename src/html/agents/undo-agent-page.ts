import { html } from '../html.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Change } from '../../queue/history/change.ts'
import { type TimeZone, UTC } from '../../text/time-zone.ts'
import type { AgentUndo } from '../../queue/undo/undo-agent.ts'
import { type AgentView, hasAccess, pauseButton } from './agent-state.ts'
import { agentPath } from '../parts/agent-path.ts'
import type { Fragment } from '../fragment.ts'
import { changeDescription } from '../history/change-description.ts'
import { itemLink, blockedReason } from '../history/change-list-item.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { agentName, displayName } from '../parts/agent-name.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'
import type { ClientId } from '../../ids.ts'

const messages = allMessages.history.undoAll
const { count } = allMessages.formats

export type UndoAgentView = {
  person: Person
  agent: AgentView
  /** The range of changes: since this instant, from one sequence number on, and below another. */
  since: number
  fromSequence: number | undefined
  below: number | undefined
  /** The preview. */
  outcome: AgentUndo
  /** The items of the preview, by id. */
  items: Map<string, Item>
  notice?: Notice | undefined
}

/** Previews undoing all changes of an agent since an instant, and asks for confirmation. */
export function undoAgentPage(view: UndoAgentView): Fragment {
  const { person, agent, since, outcome, notice } = view
  const path = agentPath(agent.clientId)
  const { undone, items, changes, nothing, conflicts, undoneInPart, next } = outcome
  const isRunning = hasAccess(agent) && agent.access?.pausedAt === null
  return layout(
    { title: messages.title(displayName(agent.name)), person, current: 'agents' },
    html`${noticeBox(notice)}
      <div class="agents undo-page">
        <div class="page-head">
          <p class="back-link"><a href="${path}">${agentName(agent.name)}</a></p>
          <h1>${messages.heading(agentName(agent.name))}</h1>
          <p class="lead">${since === 0 ? messages.sinceConnected : sinceText(since, person.timeZone)}</p>
        </div>
        <div class="panel">
          <p>
            <strong
              >${undone === 0 ? messages.nothingToUndo : messages.wouldUndo({ changes: count(undone), changeCount: undone, items: count(items), itemCount: items })}</strong
            >
          </p>
          ${next !== undefined && html`<p>${messages.batchLimit(count(undone + nothing + conflicts))}</p>`}
          ${undone > 0 && html`<p class="hint">${messages.explanation}</p>`}
          ${undone > 0 && isRunning && pauseOffer(view)}
          ${(undone > 0 || next !== undefined) && reauthenticationForm(view)}
        </div>
        ${conflicts + undoneInPart > 0 && conflictList(outcome, view.items)}
        ${undone > 0 && changeList(changes, undone, view.items)}
        ${nothing > 0 && html`<p class="hint">${messages.alreadyReversed(count(nothing))}</p>`}
      </div>`,
  )
}

function sinceText(since: number, zone: TimeZone = UTC): Fragment {
  const { day, time } = allMessages.formats
  return messages.sinceMoment(day(since, zone), time(since, zone), zone)
}

function pauseOffer({ agent, person, since, fromSequence, below }: UndoAgentView): Fragment {
  return html`<div class="row">
    <p class="hint">${messages.stillRunning}</p>
    ${pauseButton(agent, person, undoPath(agent.clientId, { since, fromSequence, below }))}
  </div>`
}

/** The path of the preview for a range of an agent's changes. */
export function undoPath(
  clientId: ClientId,
  { since, fromSequence, below }: Pick<UndoAgentView, 'since' | 'fromSequence' | 'below'>,
): string {
  const query = new URLSearchParams({ since: String(since) })
  if (fromSequence !== undefined) query.set('from', String(fromSequence))
  if (below !== undefined) query.set('below', String(below))
  return `${agentPath(clientId)}/undo?${query}`
}

function reauthenticationForm({
  agent,
  person,
  since,
  fromSequence,
  below,
  outcome,
}: UndoAgentView): Fragment {
  const path = agentPath(agent.clientId)
  return html`<form class="row" method="post" action="${path}/undo">
    ${formTokenField(person.formToken)}
    <input type="hidden" name="since" value="${since}" />
    ${fromSequence !== undefined && html`<input type="hidden" name="from" value="${fromSequence}" />`}
    ${below !== undefined && html`<input type="hidden" name="below" value="${below}" />`}
    <button class="button main">${messages.confirm(count(outcome.undone))}</button>
    ${
      hasAccess(agent) &&
      html`<button class="button danger" name="access" value="revoke">${messages.confirmAndRevoke}</button>`
    }
    <a class="button plain" href="${path}">${messages.cancel}</a>
  </form>`
}

function conflictList(
  { listedConflicts, conflicts, undoneInPart }: AgentUndo,
  items: Map<string, Item>,
): Fragment {
  return section('stay', messages.wouldKeep(conflicts, undoneInPart), {
    rows: listedConflicts.map(
      (conflict) =>
        html`${changeSummary(conflict.change, items)}
          <span class="hint">${blockedReason(conflict.change, conflict)}</span>`,
    ),
    total: conflicts + undoneInPart,
  })
}

function changeList(changes: Change[], undone: number, items: Map<string, Item>): Fragment {
  return section('changes', messages.changes, {
    rows: changes.map((change) => changeSummary(change, items)),
    total: undone,
  })
}

function section(id: string, title: string, { rows, total }: { rows: Fragment[]; total: number }): Fragment {
  const rest = total - rows.length
  return html`<section aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${title}</h2>
    <ul class="changes">
      ${rows.map((row) => html`<li>${row}</li>`)}
    </ul>
    ${rest > 0 && html`<p class="hint">${allMessages.history.notShown(count(rest))}</p>`}
  </section>`
}

function changeSummary(change: Change, items: Map<string, Item>): Fragment {
  return html`<span class="did">${changeDescription(change)}</span>
    ${itemLink(change, items.get(change.itemId))}`
}
