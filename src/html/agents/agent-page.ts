import { html } from '../html.ts'
import { accessButtons, agentState, lastUseText, type AgentView } from './agent-state.ts'
import { agentPath } from '../parts/agent-path.ts'
import { grantList } from './grant-list.ts'
import { suggestionList, type SuggestionView } from './suggestion-list.ts'
import { undoSinceForm } from './undo-since.ts'
import type { Fragment } from '../fragment.ts'
import { filterMenus, type HistoryFilter } from '../history/filter-menus.ts'
import { timeZoneScript } from '../history/time-zone-script.ts'
import { changeList, type ChangeListView } from '../history/change-list.ts'
import { wordsOf } from '../../queue/search/words.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName, displayName } from '../parts/agent-name.ts'
import { nextStep } from '../parts/empty-box.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import { sparkline } from '../charts/sparkline.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.agents

export type AgentPageView = {
  person: Person
  now: number
  agent: AgentView
  filter: HistoryFilter
  history: Pick<ChangeListView, 'rows' | 'older' | 'newest' | 'returnTo' | 'actSizes'>
  /** What it suggests, oldest first. */
  suggestions?: SuggestionView[]
  notice?: Notice | undefined
}

/** One agent: what it did lately, its access, where it is from, and its changes with ways to undo them. */
export function agentPage({
  person,
  now,
  agent,
  filter,
  history,
  suggestions = [],
  notice,
}: AgentPageView): Fragment {
  const path = agentPath(agent.clientId)
  const isFiltered = Object.values(filter).some(Boolean)
  const emptyText = allMessages.history.none
  const emptyNext = isFiltered ? nextStep(path, allMessages.history.showAllActivity) : undefined
  return layout(
    { title: displayName(agent.name), person, current: 'agents', head: timeZoneScript() },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: path }))}
      <div class="agents agent-page" data-zone="${person.timeZone ?? ''}">
        <div class="page-head">
          <p class="back-link"><a href="/agents">${messages.title}</a></p>
          <h1>
            ${agentAvatar(agent.name)} ${agentName(agent.name)}
            ${agent.isBuiltIn && html`<span class="badge">${messages.builtIn}</span>`}
          </h1>
          <p class="origin">${lastUseText(agent, now)}</p>
        </div>
        ${agentState(agent, now)} ${sparkline(agent.activity)}
        <div class="agent-actions">
          ${accessButtons(agent, person, path)}
          ${isFoundByName(agent) && html`<a class="button plain" href="${savedItemsPath(agent)}">${messages.savedItems}</a>`}
        </div>
        ${claim(agent)} ${suggestionList(suggestions, { person, now, returnTo: path, showsAgent: false })}
        ${grantList(agent, person, { now, returnTo: path })} ${undoSinceForm(path, person.timeZone)}
        <section class="history" aria-labelledby="history-heading">
          <div class="page-line">
            <h2 id="history-heading">${messages.activity}</h2>
            ${filterMenus({ path, filter, hasDays: true })}
          </div>
          ${changeList({ ...history, person, now, emptyText, emptyNext, showsActor: false, showsItem: true, showsAllActions: !filter.action })}
        </section>
      </div>`,
  )
}

/** Where its access is sent, and that its name is its own claim. */
function claim({ access, isBuiltIn, publisher }: AgentView): Fragment | undefined {
  const name = publisher === null ? messages.unverifiedName : messages.publishedName(publisher)
  return html`<p class="hint">
    ${access && messages.sentTo(access.redirectHost)}${access && !isBuiltIn && '. '}${!isBuiltIn && name}
  </p>`
}

/** Whether `by:` finds the agent: its name has words, and they do not mean the person. */
function isFoundByName({ name }: AgentView): boolean {
  return !['', 'me', 'person'].includes(wordsOf(name ?? '').join(' '))
}

function savedItemsPath({ name }: AgentView): string {
  const query = new URLSearchParams({ q: `by:"${(name ?? '').replaceAll('"', ' ')}"`, state: 'all' })
  return `/queue?${query}`
}
