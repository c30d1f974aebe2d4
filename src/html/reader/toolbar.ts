import { html } from 'hono/html'
import type { ItemAction } from '../../queue/actions/action.ts'
import { favouriteItem } from '../../queue/actions/favourite-item.ts'
import { markRead } from '../../queue/actions/mark-read.ts'
import { markUnread } from '../../queue/actions/mark-unread.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { unfavouriteItem } from '../../queue/actions/unfavourite-item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { icon, type IconName } from '../parts/icon.ts'
import { LISTS, queueAddress } from '../items/queue-address.ts'
import { settingsForm } from '../preferences/preferences-form.ts'
import { allWords } from '../words/words.ts'
import type { ReadingView } from './reading-view.ts'

const words = allWords.reader

/** The actions that have their button in the toolbar; what they say there is shorter than their titles. */
const TOOLS: { action: ItemAction; name: IconName; isFilled?: boolean; label: string }[] = [
  { action: markRead, name: 'check', label: words.markRead },
  { action: markUnread, name: 'circle', label: words.markUnread },
  { action: favouriteItem, name: 'star', label: words.favourite },
  { action: unfavouriteItem, name: 'star', isFilled: true, label: words.unfavourite },
]

export const toolActions: ItemAction[] = TOOLS.map(({ action }) => action)

/** What is done most while reading, and the ways to everything else. */
export function toolbar(view: ReadingView): Fragment {
  const { item, state, person, path } = view
  const use = { formToken: person.formToken, returnTo: path, itemId: item.id, look: 'tool' } as const
  return html`<div class="toolbar" role="group" aria-label="${words.toolbar}">
    <a class="button tool" href="${queueAddress({ filter: { state }, limit: DEFAULT_PAGE })}"
      >${icon('back')}<span class="label" title="${words.back(LISTS[state])}">${LISTS[state]}</span></a
    >
    <span class="apart"></span>
    ${TOOLS.filter(({ action }) => action.offered(item)).map(({ action, name, isFilled, label }) =>
      actionForm(action, { ...use, label: rendered(name, label, isFilled) }),
    )}
    ${snoozeItem.offered(item) && jump('#snooze', 'clock', words.snooze)}
    ${tagItem.offered(item) && jump('#tags', 'tag', words.tags)}
    <a class="button tool" href="${item.url}" rel="noopener noreferrer"
      >${rendered('leave', words.original)}</a
    >
    ${view.article && textMenu(view)} ${jump('#more', 'more', words.more, 'always')}
    ${view.article && place(view)}
  </div>`
}

function rendered(name: IconName, label: string, isFilled = false): Fragment {
  return html`${icon(name, isFilled)}<span class="label">${label}</span>`
}

/** A link to a part below the article; the smallest screens have only the last of them. */
function jump(target: string, name: IconName, label: string, when: 'roomy' | 'always' = 'roomy'): Fragment {
  return html`<a class="button tool ${when}" href="${target}">${rendered(name, label)}</a>`
}

function textMenu({ settings, person, path }: ReadingView): Fragment {
  return html`<details class="text-menu">
    <summary class="button tool">${rendered('text', words.text)}</summary>
    <div class="text-panel">
      <h2>${words.settings.title}</h2>
      ${settingsForm({ settings, formToken: person.formToken, returnTo: path })}
    </div>
  </details>`
}

function place({ item }: ReadingView): Fragment {
  return html`<progress
    class="place"
    max="1"
    value="${String(item.progress)}"
    aria-label="${words.progress}"
  ></progress>`
}
