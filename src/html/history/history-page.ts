import { html } from '../html.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Agent } from '../../queue/model/actor.ts'
import type { Fragment } from '../fragment.ts'
import { filterMenus, type HistoryFilter } from './filter-menus.ts'
import { timeZoneScript } from './time-zone-script.ts'
import { changeList, type ChangeListView } from './change-list.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { nextStep } from '../parts/empty-box.ts'
import { noticeArea, noticeBox, noticeWithUndo } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.history

export type HistoryView = {
  person: Person
  now: number
  filter: HistoryFilter
  /** The agents to choose among. */
  agents: Agent[]
  /** The item whose history it is; undefined for all items. */
  item: Item | undefined
  history: Pick<ChangeListView, 'rows' | 'older' | 'newest' | 'returnTo' | 'actSizes'>
  notice?: Notice | undefined
}

/** A single undone change has its button in its row; the notice has one for what no row has one for. */
function historyNotice({ notice, person, history }: HistoryView): Fragment | undefined {
  const { undo, redo } = notice?.values ?? {}
  const undos = history.rows.filter(
    ({ change }) => change.undoes !== null && String(change.act) === (redo ?? undo),
  )
  const [only] = undos
  const hasRow =
    undos.length === 1 && history.rows.some(({ change }) => change.sequence === only?.change.undoes)
  return hasRow ? noticeBox(notice) : noticeWithUndo(notice, person, { returnTo: history.returnTo })
}

/** What the person and their agents changed, for all items or one. */
export function historyPage(view: HistoryView): Fragment {
  const { person, now, filter, agents, item, history } = view
  const isFiltered = Object.values(filter).some(Boolean)
  const emptyText = isFiltered ? messages.none : messages.noneYet
  const emptyNext = isFiltered ? nextStep('/history', messages.showAllActivity) : undefined
  const emptyHint = isFiltered ? undefined : messages.noneYetHint
  const { timeZone } = person
  const title = item && html`<a href="/queue/items/${item.id}"><bdi>${titleOf(item)}</bdi></a>`
  return layout(
    { title: messages.title, person, current: item ? 'queue' : 'activity', head: timeZoneScript() },
    html`${noticeArea(historyNotice(view))}
      <div class="agents history" data-zone="${timeZone ?? ''}">
        <div class="page-head">
          <div class="page-line">
            <h1>${messages.title}</h1>
            ${filterMenus({ path: '/history', filter, agents })}
          </div>
          <p class="lead">
            ${title ? messages.ofItem(title) : messages.lead} ${timeZone === undefined && messages.inUtc}
          </p>
        </div>
        ${changeList({ ...history, person, now, emptyText, emptyHint, emptyNext, showsActor: true, showsItem: !item, showsAllActions: !filter.action })}
      </div>`,
  )
}
